package io.drover.fleet;

import java.util.List;

/**
 * How many sessions there are.
 *
 * @param inUse active or connected
 * @param disconnected whose user is away
 * @param others in any other state
 */
record SessionCounts(int inUse, int disconnected, int others) {

    static SessionCounts of(List<Session> sessions) {
        int inUse = 0;
        int disconnected = 0;
        int others = 0;
        for (Session session : sessions) {
            switch (session.state()) {
                case "active", "connected" -> inUse++;
                case "disconnected" -> disconnected++;
                default -> others++;
            }
        }
        return new SessionCounts(inUse, disconnected, others);
    }
}
