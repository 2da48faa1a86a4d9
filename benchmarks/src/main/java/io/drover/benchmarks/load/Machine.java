package io.drover.benchmarks.load;

import java.nio.charset.StandardCharsets;

/**
 * A host that is enrolled, and what it says.
 *
 * @param id its agent id
 * @param token its credential
 * @param name its host name
 */
public record Machine(String id, String token, String name) {

    private static final int SESSIONS = 10;

    /**
     * The body of a heartbeat with ten sessions.
     *
     * @param cpu percent, moves all that changes from one to the next
     */
    public String heartbeat(int cpu) {
        StringBuilder sessions = new StringBuilder();
        for (int i = 0; i < SESSIONS; i++) {
            sessions.append(i == 0 ? "" : ", ")
                    .append("{\"id\": ")
                    .append(i + 2)
                    .append(", \"state\": \"Active\", \"domain\": \"CORP\", \"user\": \"")
                    .append(name)
                    .append('-')
                    .append(i)
                    .append("\", \"logon_at\": \"2026-03-02T09:00:00Z\", \"idle_seconds\": ")
                    .append(cpu * 7)
                    .append('}');
        }
        return """
                {"protocol_version": 4, "server": {"hostname": "%s", "uptime_seconds": 86400, "cpu_percent": %d,
                 "memory_total": 64000, "memory_available": %d}, "health": {"score": 95, "rdp_listener_ok": true},
                 "sessions": [%s]}
                """.formatted(name, cpu, 30_000 + 100 * cpu, sessions);
    }

    /** The whole request. */
    byte[] heartbeatRequest(int cpu) {
        return request("/api/v1/agents/heartbeat", "X-Agent-ID: " + id + "\r\n", token, heartbeat(cpu));
    }

    /** A POST of JSON in HTTP/1.1, with more header lines, each ended by CR LF. */
    static byte[] request(String path, String headers, String credential, String body) {
        return ("POST " + path + " HTTP/1.1\r\nHost: broker\r\nAuthorization: Bearer " + credential
                        + "\r\n" + headers + "Content-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
