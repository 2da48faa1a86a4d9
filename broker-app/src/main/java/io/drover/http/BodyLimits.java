package io.drover.http;

/** How many bytes of a body each path accepts, as sent and as inflated. */
final class BodyLimits {

    static final int KIB = 1024;
    static final int HEARTBEAT = 8 * 1024 * KIB;
    static final int RENEWAL = 1024 * KIB;
    static final int MACHINE = 64 * KIB;
    static final int ADMIN = 1024 * KIB;

    private BodyLimits() {}

    static int of(String path) {
        if (path.equals("/api/v1/agents/heartbeat")) {
            return HEARTBEAT;
        }
        if (path.equals("/api/v1/broker/placements/open")) {
            return RENEWAL;
        }
        if (path.startsWith("/api/v1/broker/") || path.equals("/api/v1/agents/enroll")) {
            return MACHINE;
        }
        return ADMIN;
    }
}
