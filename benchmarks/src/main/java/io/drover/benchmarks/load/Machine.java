package io.drover.benchmarks.load;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.IntStream;

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
        return heartbeat(cpu, usual());
    }

    /** Those who are there when nobody says who is: ten. */
    Collection<String> usual() {
        return IntStream.range(0, SESSIONS).mapToObj(i -> name + '-' + i).toList();
    }

    private String heartbeat(int cpu, Collection<String> users) {
        HeartbeatBody body = new HeartbeatBody();
        users.forEach(user -> body.session(user, "Active", "2026-03-02T09:00:00Z", cpu * 7));
        return body.json("", """
                "hostname": "%s", "uptime_seconds": 86400, "cpu_percent": %d, "memory_total": 64000,
                "memory_available": %d""".formatted(name, cpu, 30_000 + 100 * cpu));
    }

    /** The whole request, with these sessions. */
    byte[] heartbeatRequest(int cpu, Collection<String> users) {
        return request("/api/v1/agents/heartbeat", "X-Agent-ID: " + id + "\r\n", token, heartbeat(cpu, users));
    }

    /** A POST of JSON in HTTP/1.1, with more header lines, each ended by CR LF. */
    static byte[] request(String path, String headers, String credential, String body) {
        return ("POST " + path + " HTTP/1.1\r\nHost: broker\r\nAuthorization: Bearer " + credential
                        + "\r\n" + headers + "Content-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
