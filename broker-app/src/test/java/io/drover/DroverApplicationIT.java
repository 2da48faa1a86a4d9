package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.http.HttpCalls.Answer;
import io.drover.http.TestServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class DroverApplicationIT {

    private static final Duration RECOVERY = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = RunningBroker.startIn(folder);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void aFreshBrokerIsReady() {
        Answer answer = broker.send(broker.request("/readyz").GET());

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.body().path("checks").size()).isEqualTo(3);
    }

    @Test
    void itsKeysAreItsOwnersAlone() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("keys.yml"))))
                .isEqualTo("rw-------");
    }

    @Test
    void machinesEnrolOperatorsRuleAndUsersArePlaced() {
        admin("POST", "/api/v1/farms", "{\"id\": \"office\", \"required_tags\": {\"role\": \"office\"}}", 201);
        admin(
                "POST",
                "/api/v1/resources",
                "{\"id\": \"desktop\", \"farm_id\": \"office\", \"guacamole_connection_name\": \"Office Desktop\"}",
                201);
        String quiet = host("rds-01", 10);
        String busy = host("rds-02", 90);

        assertThat(place("alice").body().path("agent_id").asText()).isEqualTo(quiet);

        admin("PATCH", "/api/v1/agents/" + quiet + "/control", "{\"mode\": \"drain\"}", 200);
        Answer moved = place("bob");
        assertThat(moved.body().path("agent_id").asText()).isEqualTo(busy);
        assertThat(moved.body().path("reason").asText()).isEqualTo("load-balance");

        assertThat(place("bob").body().path("reason").asText()).isEqualTo("existing-lease");
        String lease = broker.get("/api/v1/leases?user=bob", broker.adminKey())
                .body()
                .path("items")
                .get(0)
                .path("id")
                .asText();
        admin("DELETE", "/api/v1/leases/" + lease, "", 204);
        assertThat(place("bob").body().path("reason").asText()).isEqualTo("load-balance");

        Answer last = broker.send(
                "PATCH", "/api/v1/agents/" + busy + "/control", broker.adminKey(), "{\"mode\": \"maintenance\"}");
        assertThat(last.code()).isEqualTo("last_eligible_host");
        admin("PATCH", "/api/v1/agents/" + busy + "/control", "{\"mode\": \"maintenance\", \"force\": true}", 200);
        Answer refused = place("carol");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("no_eligible_host");
        assertThat(refused.body().path("excluded").path("agent-draining").asInt())
                .isEqualTo(1);
        assertThat(broker.get("/api/v1/audit?object_kind=agent&object_id=" + busy, broker.adminKey())
                        .body()
                        .path("items")
                        .get(0)
                        .path("action")
                        .asText())
                .isEqualTo("control_forced");
    }

    @Test
    void itsDatabaseServerIsStartedAgainWhenItIsKilled() throws IOException {
        admin("POST", "/api/v1/farms", "{\"id\": \"phoenix\", \"required_tags\": {\"role\": \"phoenix\"}}", 201);
        admin(
                "POST",
                "/api/v1/resources",
                "{\"id\": \"rise\", \"farm_id\": \"phoenix\", \"guacamole_connection_name\": \"Rise\"}",
                201);
        String first = host("rds-11", 10, "phoenix");
        assertThat(place("dora", "rise").body().path("agent_id").asText()).isEqualTo(first);

        ProcessHandle server = databaseServer();
        assertThat(server.destroyForcibly()).isTrue();
        await().atMost(RECOVERY).until(() -> !server.isAlive());
        await().atMost(RECOVERY).until(() -> place("erik", "rise").status() == 200);
        await().atMost(RECOVERY)
                .until(() -> broker.send(broker.request("/readyz").GET()).status() == 200);

        Answer kept = place("dora", "rise");
        assertThat(kept.body().path("agent_id").asText()).isEqualTo(first);
        assertThat(kept.body().path("reason").asText()).isEqualTo("existing-lease");
        admin("PATCH", "/api/v1/agents/" + first + "/control", "{\"mode\": \"drain\", \"force\": true}", 200);
        assertThat(place("fritz", "rise").code()).isEqualTo("no_eligible_host");
    }

    private static ProcessHandle databaseServer() throws IOException {
        Path file = folder.resolve("postgres").resolve("cluster").resolve("postmaster.pid");
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0).strip()))
                .orElseThrow();
    }

    @Test
    void theSmallestUsefulHeartbeatOfTheManualMakesAHostUsable() throws IOException {
        String page = Files.readString(Path.of("../docs/howto/add-a-host.md"));
        String text = page.substring(page.indexOf("The smallest useful heartbeat"));
        String body = text.substring(text.indexOf("-d '") + 4, text.indexOf("'\n{\""));
        String answer = text.substring(text.indexOf("'\n{\"") + 2, text.indexOf("\n```", text.indexOf("'\n{\"")));
        Answer enrolled = broker.send(broker.request("/api/v1/agents/enroll")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"enrollment_token\": \"" + broker.enrollmentToken()
                        + "\", \"name\": \"rds-07\", \"machine_id\": \"4c4c4544-0042\"}")));
        String id = enrolled.body().path("agent_id").asText();

        // the tests of every path may have left one for everybody
        broker.send("DELETE", "/api/v1/agent-policy", broker.adminKey(), "");

        Answer beat = broker.send(broker.request(
                        "/api/v1/agents/heartbeat",
                        enrolled.body().path("token").asText())
                .header("X-Agent-ID", id)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));

        assertThat(beat.status()).as(beat.text()).isEqualTo(200);
        assertThat(beat.body().propertyStream().map(Map.Entry::getKey))
                .containsExactlyElementsOf(new ObjectMapper()
                        .readTree(answer)
                        .propertyStream()
                        .map(Map.Entry::getKey)
                        .toList());
        JsonNode host = await().until(
                        () -> broker.get("/api/v1/agents/" + id, broker.adminKey())
                                .body(),
                        known -> known.path("online").asBoolean());
        assertThat(host.path("mode").asText()).isEqualTo("online");
        assertThat(host.path("health_score").asInt()).isEqualTo(95);
        assertThat(host.path("cpu_percent").asDouble()).isEqualTo(12);
        assertThat(host.path("memory_used_percent").asDouble()).isEqualTo(37.5);
        admin("DELETE", "/api/v1/agents/" + id, "", 204);
    }

    @Test
    void eachDecisionIsALineAtDebugAndUsersAreNamedAtNoOtherLevel() {
        ch.qos.logback.classic.Logger root =
                (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        ch.qos.logback.classic.Logger placement =
                (ch.qos.logback.classic.Logger) LoggerFactory.getLogger("io.drover.placement");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        root.addAppender(lines);
        try {
            place("wanda");
            placement.setLevel(Level.DEBUG);
            String id = place("wanda").body().path("decision_id").asText();

            assertThat(lines.list)
                    .filteredOn(line -> line.getFormattedMessage().contains("wanda"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.getFormattedMessage())
                            .startsWith("decision " + id + ": wanda asked for connection \"office desktop\": "));
        } finally {
            placement.setLevel(null);
            root.detachAppender(lines);
        }
    }

    /** Whoever adds a path says here who may call it. */
    @Test
    void everyPathIsForItsCallersAlone() {
        List<Route> routes = broker.resources().stream().flatMap(Route::of).toList();

        assertThat(routes).extracting(Route::toString).containsExactlyInAnyOrder("""
                DELETE /api/v1/agents/{id} operator
                DELETE /api/v1/farms/{id} operator
                DELETE /api/v1/leases/{id} operator
                DELETE /api/v1/resources/{id} operator
                DELETE /api/v1/agent-policy operator
                GET /api/v1/agent-policy viewer
                GET /api/v1/agent-policy/history viewer
                GET /api/v1/agents viewer
                GET /api/v1/agents/{id} viewer
                GET /api/v1/agents/{id}/commands viewer
                GET /api/v1/agents/{id}/policy viewer
                GET /api/v1/audit viewer
                GET /api/v1/broker/resources broker
                GET /api/v1/decisions viewer
                GET /api/v1/decisions/{id} viewer
                GET /api/v1/decisions/{id}/why-not viewer
                GET /api/v1/farms viewer
                GET /api/v1/farms/{id} viewer
                GET /api/v1/leases viewer
                GET /api/v1/policy viewer
                GET /api/v1/policy/revisions viewer
                GET /api/v1/policy/shadow viewer
                GET /api/v1/collector viewer
                GET /api/v1/records/decisions viewer
                GET /api/v1/records/facts viewer
                GET /api/v1/resources viewer
                GET /api/v1/resources/{id} viewer
                GET /healthz public
                GET /readyz public
                PATCH /api/v1/agents/{id}/control operator
                POST /api/v1/agents/enroll enrollment
                POST /api/v1/agents/heartbeat agent
                POST /api/v1/agent-policy/rollback operator
                POST /api/v1/agents/{id}/restart operator
                POST /api/v1/agents/{id}/sessions/bulk operator
                POST /api/v1/agents/{id}/sessions/{session}/action operator
                POST /api/v1/broker/explain broker viewer
                POST /api/v1/broker/placements/open broker
                POST /api/v1/broker/placements/{id}/closed broker
                POST /api/v1/broker/placements/{id}/failed broker
                POST /api/v1/broker/placements/{id}/opened broker
                POST /api/v1/broker/resolve broker
                POST /api/v1/broker/resources broker
                POST /api/v1/broker/tokens broker
                POST /api/v1/farms operator
                POST /api/v1/policy/check policy_author
                POST /api/v1/policy/reload policy_author
                POST /api/v1/policy/rollback policy_author
                POST /api/v1/resources operator
                PUT /api/v1/agent-policy operator
                PUT /api/v1/farms/{id} operator
                PUT /api/v1/resources/{id} operator
                """.lines()
                .toArray(String[]::new));
        routes.forEach(route -> keys().forEach((name, key) -> assertThat(answerTo(route, key))
                .as(route + " called by " + name)
                .satisfies(status ->
                        assertThat(List.of(401, 403, 429).contains(status)).isEqualTo(!mayCall(route, name)))));
    }

    /** Whoever adds a path need not think of it. */
    @Test
    void aRequestWithoutBodyAndContentTypeIsNoFault() {
        RunningBroker.Machine machine = broker.enrol("silent");
        List<Route> routes = broker.resources().stream().flatMap(Route::of).toList();

        assertThat(routes).allSatisfy(route -> {
            HttpRequest.Builder request = broker.request(path(route), keyFor(route, machine));
            if (route.callers().equals("agent")) {
                request.header("X-Agent-ID", machine.id());
            }
            Answer answer = broker.send(request.method(route.method(), BodyPublishers.noBody()));
            assertThat(answer.status())
                    .as(route + " " + answer.text())
                    .isLessThan(500)
                    .isNotIn(401, 403, 415);
        });
    }

    /** Jersey would take any reader for it. */
    @Test
    void aContentTypeWithAnAsteriskIsNone() {
        admin("POST", "/api/v1/farms", "{\"id\": \"kept\", \"name\": \"Kept\"}", 201);

        for (String type : List.of("*/*", "application/*", "*/json")) {
            Answer answer = broker.send(broker.request("/api/v1/farms/kept", broker.adminKey())
                    .header("Content-Type", type)
                    .method("PUT", BodyPublishers.ofString("")));
            assertThat(answer.status()).as(type + " " + answer.text()).isIn(400, 415);
        }
        assertThat(broker.get("/api/v1/farms/kept", broker.adminKey())
                        .body()
                        .path("name")
                        .asText())
                .isEqualTo("Kept");
    }

    @Test
    void aReportOfAPlacementNeedsNoBody() {
        Answer opened = broker.send(broker.request("/api/v1/broker/placements/none/opened", broker.brokerKey())
                .method("POST", BodyPublishers.noBody()));

        assertThat(opened.code()).as(opened.text()).isEqualTo("not_found");
    }

    private static String keyFor(Route route, RunningBroker.Machine machine) {
        if (route.callers().equals("agent")) {
            return machine.token();
        }
        return route.callers().contains("broker") ? broker.brokerKey() : broker.adminKey();
    }

    private static Map<String, String> keys() {
        return Map.of(
                "nobody", "wrong-wrong-wrong-wrong-wrong",
                "broker", broker.brokerKey(),
                "viewer", TestServer.VIEWER,
                "operator", TestServer.OPERATOR,
                "policy_author", TestServer.POLICY_AUTHOR,
                "admin", TestServer.ADMIN);
    }

    private static boolean mayCall(Route route, String name) {
        Set<String> callers = Set.of(route.callers().split(" "));
        boolean operator = callers.stream().anyMatch(Set.of("viewer", "operator", "policy_author", "admin")::contains);
        return callers.contains("public")
                || callers.contains(name)
                || (operator && name.equals("admin"))
                || (callers.contains("viewer")
                        && Set.of("operator", "policy_author").contains(name));
    }

    private static int answerTo(Route route, String key) {
        String type = route.path().endsWith("/tokens") ? "application/x-www-form-urlencoded" : "application/json";
        String body = route.method().equals("GET") ? "" : type.endsWith("json") ? "{}" : "x=y";
        HttpRequest.Builder request = broker.request(path(route), key)
                .header("Content-Type", type)
                .method(route.method(), BodyPublishers.ofString(body));
        try {
            return broker.send(request).status();
        } catch (IllegalStateException e) {
            // The answer before was given before its body had come, after which a server may close the connection.
            assertThat(e)
                    .rootCause()
                    .satisfiesAnyOf(
                            cause -> assertThat(cause).isInstanceOf(EOFException.class),
                            cause -> assertThat(cause).hasMessageMatching("Broken pipe|Connection reset.*"));
            return broker.send(request).status();
        }
    }

    private static String path(Route route) {
        return route.path().replace("{id}", "none").replace("{session}", "2");
    }

    private static String host(String name, int cpu) {
        return host(name, cpu, "office");
    }

    private static String host(String name, int cpu, String role) {
        String id = broker.host(name, cpu).id();
        admin("PATCH", "/api/v1/agents/" + id + "/control", "{\"tags\": {\"role\": \"" + role + "\"}}", 200);
        return id;
    }

    private static Answer place(String user) {
        return place(user, "office desktop");
    }

    private static Answer place(String user, String connection) {
        return broker.post(
                "/api/v1/broker/resolve",
                broker.brokerKey(),
                "{\"username\": \"" + user + "\", \"connection_name\": \"" + connection + "\"}");
    }

    private static void admin(String method, String path, String body, int status) {
        Answer answer = broker.send(method, path, broker.adminKey(), body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    }
}
