package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.OpenApiFile.Operation;
import io.drover.database.DatabaseConfig;
import io.drover.placement.PlacementConfig;
import io.drover.policy.PolicyConfig;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A broker with a farm, and for each operation of the reference a request that nothing is wrong with: what it is about
 * is there, and nothing else needs it. For one thread.
 */
final class AttackedBroker implements AutoCloseable {

    private static final String JSON = "application/json";

    /** The farm's hosts report once; a long run takes an hour. */
    private static final PlacementConfig HOSTS_STAY_ONLINE =
            PlacementConfig.of(true, 86_400, 900, null, null, null, null, null, true, null, null, null, null);

    /** Most commands may wait for one agent; a new one is used after so many requests. */
    private static final int USES_OF_AN_AGENT = 400;

    private final BrokerInstance broker;
    private final BrokerClient client;
    private final OfficeFarm farm;
    private final EnrolledHost victim;
    private final AtomicInteger names = new AtomicInteger();
    private final Map<String, SoundRequest> sound = new HashMap<>();
    private final Map<String, Integer> uses = new HashMap<>();

    private AttackedBroker(BrokerInstance broker) {
        this.broker = broker;
        client = broker.client();
        farm = OfficeFarm.create(client, 2);
        victim = farm.add("ill", "elsewhere");
        farm.report(victim, "eve");
        done(client.operator("PUT", "/api/v1/agent-policy", Map.of("idle", 5)));
        farm.awaitEligible(client, 2);
    }

    /**
     * Starts one that has gone from one revision of its rules to another.
     *
     * @param rules an empty folder for them
     */
    static AttackedBroker start(DatabaseConfig database, Path rules) throws Exception {
        copyShippedRules(rules);
        PolicyConfig policy = PolicyConfig.of(rules.toAbsolutePath(), false, null, null);
        AttackedBroker attacked = new AttackedBroker(BrokerInstance.start(database, HOSTS_STAY_ONLINE, policy));
        Files.writeString(rules.resolve("score.drl"), Files.readString(rules.resolve("score.drl")) + "\n// newer\n");
        attacked.done(attacked.client.operator("POST", "/api/v1/policy/reload", Map.of()));
        return attacked;
    }

    private static void copyShippedRules(Path rules) throws IOException {
        Path shipped = Path.of("..", "rules");
        try (Stream<Path> files = Files.walk(shipped, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".drl"))
                    .filter(each -> !each.startsWith(shipped.resolve("examples")))
                    .toList()) {
                Path copy = rules.resolve(shipped.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    BrokerClient client() {
        return client;
    }

    int port() {
        return broker.port();
    }

    /** A host of no farm that nobody is sent to. */
    EnrolledHost victim() {
        return victim;
    }

    /** A request about something new. */
    SoundRequest fresh(Operation operation) {
        sound.remove(operation.toString());
        return sound(operation);
    }

    /** A request about what the one before was about, as long as that is there. */
    SoundRequest sound(Operation operation) {
        int used = uses.merge(operation.toString(), 1, Integer::sum);
        if (operation.path().startsWith("/api/v1/agents/{id}/") && used % USES_OF_AN_AGENT == 0) {
            sound.remove(operation.toString());
        }
        return sound.computeIfAbsent(operation.toString(), any -> make(operation));
    }

    /** Takes away what a request made, and notes what it took away. */
    void answered(Operation operation, Answer answer) {
        if (answer.status() == 204) {
            sound.remove(operation.toString());
        }
        if (answer.status() == 201) {
            done(client.operatorDelete(operation.path() + "/" + answer.text("id")));
        }
    }

    private SoundRequest make(Operation operation) {
        String path = operation.path().contains("{id}")
                ? operation.path().replace("{id}", id(operation)).replace("{session}", "2")
                : operation.path();
        Map<String, String> headers = new LinkedHashMap<>(credential(operation));
        String body = SoundRequest.wire(body(operation));
        if (!operation.bodyType().isEmpty()) {
            headers.put("Content-Type", operation.bodyType());
        }
        return new SoundRequest(operation.method(), path, query(operation), headers, body);
    }

    private Map<String, String> credential(Operation operation) {
        return switch (operation.credentials().stream().findFirst().orElse("")) {
            case "broker_key" -> bearer(BrokerInstance.BROKER_KEY);
            case "operator_key" -> bearer(BrokerInstance.OPERATOR_KEY);
            case "agent_token" -> {
                Map<String, String> headers = bearer(victim.token());
                headers.put("X-Agent-ID", victim.id());
                yield headers;
            }
            default -> Map.of();
        };
    }

    static Map<String, String> bearer(String key) {
        return new LinkedHashMap<>(Map.of("Authorization", "Bearer " + key));
    }

    private String id(Operation operation) {
        String path = operation.path();
        String name = "it-" + names.incrementAndGet();
        if (path.startsWith("/api/v1/agents")) {
            EnrolledHost host = farm.add(name, "elsewhere");
            farm.report(host, "eve");
            return host.id();
        }
        if (path.startsWith("/api/v1/leases")) {
            placed(name);
            return client.operatorGet("/api/v1/leases?user=" + name)
                    .json()
                    .at("/items/0/id")
                    .asText();
        }
        if (path.startsWith("/api/v1/broker/placements")) {
            return placed(name);
        }
        if (path.startsWith("/api/v1/decisions")) {
            String id = placed(name);
            Awaitility.await()
                    .until(() -> client.operatorGet("/api/v1/decisions/" + id).status() == 200);
            return id;
        }
        return done(client.operator("POST", path.replace("/{id}", ""), Map.of("id", name)))
                .text("id");
    }

    private String placed(String user) {
        return done(client.resolve(Map.of("username", user, "connection_id", "101")))
                .text("decision_id");
    }

    private String body(Operation operation) {
        JsonNode example = operation.bodyExample().deepCopy();
        if (operation.bodyType().isEmpty()) {
            return "";
        }
        if (example instanceof ObjectNode body) {
            fill(operation, body);
        }
        return operation.bodyType().equals(JSON) ? example.toString() : form(example);
    }

    /** What the examples of the reference name is not here. */
    private void fill(Operation operation, ObjectNode body) {
        if (body.has("enrollment_token")) {
            body.put("enrollment_token", BrokerInstance.ENROLLMENT_KEY).put("name", "enrolled");
        }
        if (body.has("id")) {
            body.put("id", "it-" + names.incrementAndGet());
        }
        if (body.has("until")) {
            body.put("until", "2036-03-02T09:00:00Z");
        }
        if (body.has("connection_name")) {
            body.put("connection_name", "").put("connection_id", "101");
        }
        if (body.has("guacamole_connection_name")) {
            body.put("guacamole_connection_name", "Connection " + names.incrementAndGet());
        }
        if (body.has("decision_ids")) {
            body.putArray("decision_ids").add(placed("renewing"));
        }
        if (operation.path().equals("/api/v1/policy/rollback")) {
            body.put("revision", revisionBefore());
        }
    }

    private String revisionBefore() {
        String now = client.operatorGet("/api/v1/policy").text("revision");
        List<String> others = new ArrayList<>();
        client.operatorGet("/api/v1/policy/revisions")
                .json()
                .path("items")
                .forEach(item -> others.add(item.path("revision").asText()));
        others.remove(now);
        return others.get(0);
    }

    static String form(JsonNode fields) {
        List<String> pairs = new ArrayList<>();
        fields.properties()
                .forEach(field -> pairs.add(field.getKey() + "="
                        + URLEncoder.encode(field.getValue().asText(), UTF_8)));
        return String.join("&", pairs);
    }

    private String query(Operation operation) {
        List<String> pairs = new ArrayList<>();
        operation.node().path("parameters").forEach(parameter -> {
            if (parameter.path("required").asBoolean()
                    && parameter.path("in").asText().equals("query")) {
                String name = parameter.path("name").asText();
                String value = name.equals("agent")
                        ? victim.id()
                        : parameter.path("example").asText();
                pairs.add(name + "=" + URLEncoder.encode(value, UTF_8));
            }
        });
        return String.join("&", pairs);
    }

    private Answer done(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
        return answer;
    }

    @Override
    public void close() {
        assertThat(client.get("/readyz").status()).isEqualTo(200);
        assertThat(client.resolve(Map.of("username", "last", "connection_id", "101"))
                        .placed())
                .isTrue();
        broker.close();
    }
}
