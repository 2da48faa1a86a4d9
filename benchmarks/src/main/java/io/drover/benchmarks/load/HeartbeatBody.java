package io.drover.benchmarks.load;

/** What an agent sends as one heartbeat. For one thread, and one heartbeat. */
public final class HeartbeatBody {

    private static final int FIRST_SESSION = 2;

    private final StringBuilder sessions = new StringBuilder();
    private int id = FIRST_SESSION;

    /**
     * Adds a session of a user of the domain CORP; its id is the next one, from 2 on.
     *
     * @param logonAt a moment in ISO 8601
     */
    public HeartbeatBody session(String user, String state, String logonAt, int idleSeconds) {
        sessions.append(sessions.isEmpty() ? "" : ", ")
                .append("{\"id\": ")
                .append(id++)
                .append(", \"state\": \"")
                .append(state)
                .append("\", \"domain\": \"CORP\", \"user\": \"")
                .append(user)
                .append("\", \"logon_at\": \"")
                .append(logonAt)
                .append("\", \"idle_seconds\": ")
                .append(idleSeconds)
                .append('}');
        return this;
    }

    /**
     * The body, in JSON.
     *
     * @param report fields of the report beside the server, with a comma behind each; or nothing
     * @param server the fields of the server
     */
    public String json(String report, String server) {
        return """
                {"protocol_version": 4, %s"server": {%s}, "health": {"score": 95, "rdp_listener_ok": true},
                 "sessions": [%s]}
                """.formatted(report, server, sessions);
    }
}
