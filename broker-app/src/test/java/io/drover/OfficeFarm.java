package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The farm {@code office} with a few idle hosts and a desktop, made through the HTTP API. Connection 101 and the
 * resource {@code desk} lead there.
 *
 * @param through the instance that everything is sent to
 * @param hosts the hosts {@code rds-00}, {@code rds-01} and so on
 */
record OfficeFarm(BrokerClient through, List<EnrolledHost> hosts) {

    static final String ID = "office";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static OfficeFarm create(BrokerClient through, int size) {
        OfficeFarm farm = new OfficeFarm(through, new ArrayList<>());
        farm.done(through.operator("POST", "/api/v1/farms", Map.of("id", ID)));
        farm.done(through.operator(
                "POST", "/api/v1/resources", Map.of("id", "desk", "farm_id", ID, "guacamole_connection_id", "101")));
        for (int i = 0; i < size; i++) {
            farm.add("rds-%02d".formatted(i), ID);
        }
        return farm;
    }

    /** Enrols a host and puts it into a farm. */
    EnrolledHost add(String name, String farmId) {
        Answer enrolled = done(through.enroll(name));
        EnrolledHost host = new EnrolledHost(enrolled.agentId(), enrolled.text("token"), name);
        control(host, Map.of("farm_ids", List.of(farmId)));
        report(host);
        hosts.add(host);
        return host;
    }

    /** A heartbeat of a healthy host with sessions of these users. */
    void report(EnrolledHost host, String... users) {
        done(through.heartbeat(host, heartbeat(host, users)));
    }

    static String heartbeat(EnrolledHost host, String... users) {
        List<Map<String, Object>> sessions = new ArrayList<>();
        for (String user : users) {
            sessions.add(Map.of("id", sessions.size() + 2, "state", "Active", "user", user, "domain", "CORP"));
        }
        return BrokerClient.json(Map.of(
                "protocol_version",
                4,
                "server",
                Map.of(
                        "hostname",
                        host.name(),
                        "cpu_percent",
                        10,
                        "memory_total",
                        32_000_000_000L,
                        "memory_available",
                        24_000_000_000L),
                "health",
                Map.of("score", 100, "rdp_listener_ok", true),
                "sessions",
                sessions));
    }

    Answer control(EnrolledHost host, Map<String, ?> change) {
        return done(through.operator("PATCH", "/api/v1/agents/" + host.id() + "/control", change));
    }

    EnrolledHost hostOf(Answer placement) {
        return hosts.stream()
                .filter(host -> host.id().equals(placement.agentId()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no host of the farm: " + placement));
    }

    /** Waits until an instance would place users on so many hosts of the farm. */
    void awaitEligible(BrokerClient instance, int count) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(eligible(instance)).isEqualTo(count));
    }

    private static long eligible(BrokerClient instance) {
        JsonNode agents = instance.explain(Map.of("username", "probe", "farm_id", ID))
                .json()
                .path("agents");
        return agents.valueStream().filter(agent -> agent.has("rank")).count();
    }

    private Answer done(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
        return answer;
    }
}
