package io.drover.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** A host that the broker knows: it reports under the id and with the token of its enrolment. Safe for many threads. */
final class EnrolledAgent {

    private final BrokerApi api;
    private final String id;
    private final String token;
    private final Supplier<Map<String, Object>> state;
    private final String bootId = UUID.randomUUID().toString();
    private long reports;

    private EnrolledAgent(BrokerApi api, String id, String token, Supplier<Map<String, Object>> state) {
        this.api = api;
        this.id = id;
        this.token = token;
        this.state = state;
    }

    /** Enrols a host. */
    static EnrolledAgent enroll(BrokerApi api, String name, Supplier<Map<String, Object>> state) {
        JsonNode answer = api.enroll(name, "demo-" + name).expectGood().body();
        return new EnrolledAgent(
                api, answer.path("agent_id").asText(), answer.path("token").asText(), state);
    }

    String id() {
        return id;
    }

    /** Sends a heartbeat with the host's state of now. */
    synchronized void report() {
        Map<String, Object> beat = new LinkedHashMap<>(state.get());
        beat.put("boot_id", bootId);
        beat.put("seq", ++reports);
        api.heartbeat(id, token, beat).expectGood();
    }

    /** Changes what operators set on it. */
    void control(Map<String, Object> change) {
        api.operator("PATCH", "/api/v1/agents/" + id + "/control", change).expectGood();
    }
}
