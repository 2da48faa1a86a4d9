package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An agent as the seed's: it reports, does each command once, and acknowledges it in its next heartbeat. Its restart
 * ends all sessions and begins a new boot.
 */
final class ScriptedAgent {

    private final EnrolledHost host;
    private final int protocol;
    private final Map<Integer, Map<String, Object>> sessions = new TreeMap<>();
    private final Map<String, String> done = new LinkedHashMap<>();
    private final List<Map<String, Object>> results = new ArrayList<>();
    private final Map<String, Object> besides = new HashMap<>();
    private long bootedSecondsAgo = 86_400;

    ScriptedAgent(EnrolledHost host, int protocol) {
        this.host = host;
        this.protocol = protocol;
    }

    String id() {
        return host.id();
    }

    /** Says this too from now on. */
    void says(String field, Object value) {
        besides.put(field, value);
    }

    void logon(int session, String user, String state) {
        Map<String, Object> row = new HashMap<>(Map.of("id", session, "user", user, "domain", "CORP", "state", state));
        row.put("logon_at", "2026-03-02T09:00:00Z");
        row.put("idle_seconds", state.equals("Active") ? 5 : 3600);
        sessions.put(session, row);
    }

    /** What it did so far, the oldest first. */
    List<String> done() {
        return List.copyOf(done.values());
    }

    List<Integer> sessions() {
        return List.copyOf(sessions.keySet());
    }

    /** A heartbeat of which the answer is only looked at. */
    JsonNode listen(BrokerClient through) {
        Answer answer = through.heartbeat(host, body());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        results.clear();
        return answer.json();
    }

    /** A heartbeat; what it is told to do it does. */
    JsonNode report(BrokerClient through) {
        JsonNode answer = listen(through);
        answer.path("commands").forEach(this::obey);
        return answer;
    }

    private void obey(JsonNode command) {
        String id = command.path("id").asText();
        if (done.containsKey(id)) {
            return;
        }
        String action = command.path("action").asText();
        done.put(id, action);
        Map<String, Object> result = new HashMap<>(
                Map.of("id", id, "action", action, "completed_at", Instant.now().toString(), "success", true));
        int session = command.path("session_id").asInt();
        switch (action) {
            case "restart_server" -> boot();
            case "logoff" -> sessions.remove(session);
            case "disconnect" ->
                sessions.computeIfPresent(session, (number, row) -> {
                    row.put("state", "Disconnected");
                    return row;
                });
            case "message" -> assertThat(command.path("message").asText()).isNotBlank();
            default -> {
                result.put("success", false);
                result.put("error", "unknown action");
            }
        }
        results.add(result);
    }

    /** Starts anew. */
    void boot() {
        sessions.clear();
        bootedSecondsAgo = 20;
    }

    private String body() {
        Map<String, Object> body = new HashMap<>(besides);
        body.put("protocol_version", protocol);
        body.put(
                "server",
                Map.of(
                        "hostname",
                        host.name(),
                        "cpu_percent",
                        10,
                        "uptime_seconds",
                        bootedSecondsAgo,
                        "memory_total",
                        32_000_000_000L,
                        "memory_available",
                        24_000_000_000L));
        body.put("health", Map.of("score", 100, "rdp_listener_ok", true));
        body.put("sessions", List.copyOf(sessions.values()));
        body.put("command_results", List.copyOf(results));
        return BrokerClient.json(body);
    }
}
