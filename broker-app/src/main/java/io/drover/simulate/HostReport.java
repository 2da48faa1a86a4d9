package io.drover.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a host says of itself.
 *
 * @param id its id
 * @param at when it says so
 * @param healthScore 0 to 100
 * @param cpuPercent 0 to 100
 * @param memoryUsedPercent 0 to 100
 * @param uptime how long it is up, null when it does not say
 * @param active the unnamed sessions in use that were there from the start
 * @param disconnected the unnamed sessions left behind that were there from the start
 * @param users the storm's users who have a session, all of them in use
 */
record HostReport(
        String id,
        Instant at,
        int healthScore,
        double cpuPercent,
        double memoryUsedPercent,
        @Nullable Duration uptime,
        int active,
        int disconnected,
        List<User> users) {

    HostReport {
        users = List.copyOf(users);
    }

    /**
     * A user with a session.
     *
     * @param name who
     * @param session the host's own number of the session
     * @param since when the session began
     */
    record User(String name, long session, Instant since) {}

    int activeSessions() {
        return active + users.size();
    }

    int sessions() {
        return activeSessions() + disconnected;
    }
}
