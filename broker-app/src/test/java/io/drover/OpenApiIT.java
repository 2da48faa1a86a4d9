package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.OpenApiFile.Operation;
import io.drover.http.RecordedLog;
import io.drover.http.TestServer;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The reference of the HTTP protocol is true: the service answers as docs/reference/openapi.yml says. */
class OpenApiIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static OpenApiFile file;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static Machine host;

    @SuppressWarnings("NullAway.Init")
    private static RecordedLog log;

    private final HttpClient client = HttpClient.newHttpClient();
    private static final AtomicInteger names = new AtomicInteger();

    /** A host that enrolled. */
    private record Machine(String id, String token) {}

    /** What came back. */
    private record Reply(int status, JsonNode body) {}

    @BeforeAll
    static void start() throws Exception {
        file = OpenApiFile.read();
        broker = RunningBroker.startIn(folder);
        log = RecordedLog.begin();
        OpenApiIT test = new OpenApiIT();
        test.send("POST", "/api/v1/farms", "operator_key", "{\"id\": \"office\"}");
        test.send(
                "POST",
                "/api/v1/resources",
                "operator_key",
                "{\"id\": \"desk\", \"farm_id\": \"office\", \"guacamole_connection_name\": \"Office Desktop\"}");
        test.send("PUT", "/api/v1/agent-policy", "operator_key", "{}");
        host = test.enrol("rds-01");
        test.send("PATCH", "/api/v1/agents/" + host.id() + "/control", "operator_key", "{\"farm_ids\": [\"office\"]}");
        test.send(
                "POST",
                "/api/v1/agents/heartbeat",
                "agent_token",
                file.operation("POST", "/api/v1/agents/heartbeat").bodyExample().toString());
    }

    @AfterAll
    static void stop() {
        try {
            // all that is called here is in it
            assertThat(log.lines())
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line)
                            .doesNotContain(
                                    "alice",
                                    broker.brokerKey(),
                                    broker.enrollmentToken(),
                                    broker.adminKey(),
                                    TestServer.VIEWER,
                                    TestServer.OPERATOR,
                                    TestServer.POLICY_AUTHOR,
                                    host.token()));
        } finally {
            log.close();
            broker.close();
        }
    }

    static List<Operation> operations() throws IOException {
        return OpenApiFile.read().operations();
    }

    @Test
    void theFileHasEveryRouteOfTheServiceWithWhoMayCallItAndNoOther() {
        List<String> routes = broker.resources().stream()
                .flatMap(Route::of)
                .map(Route::toString)
                .toList();

        assertThat(file.operations())
                .extracting(operation -> operation + " " + operation.callers())
                .containsExactlyInAnyOrderElementsOf(routes);
    }

    @Test
    void itsExamplesAreOfItsSchemas() {
        assertThat(file.problemsOfExamples()).isEmpty();
    }

    @Test
    void everyBodyHasAnExample() {
        assertThat(file.operations())
                .filteredOn(operation -> !operation.bodyType().isEmpty())
                .allSatisfy(operation -> assertThat(operation.bodyExample().isObject())
                        .as("%s", operation)
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void withItsCredentialAnOperationAnswersAsWritten(Operation operation) {
        String credential = operation.credentials().stream().findFirst().orElse("");
        String path = operation.path().contains("{id}")
                ? operation.path().replace("{id}", id(operation.path())).replace("{session}", "2")
                : operation.path();

        Reply reply = send(operation.method(), path, credential, body(operation));

        assertThat(reply.status())
                .as("%s", reply.body())
                .isNotIn(401, 403, 404, 405)
                .isLessThan(500);
        assertThat(file.problems(operation, reply.status(), reply.body())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void withoutACredentialOnlyWhatIsOpenAnswers(Operation operation) {
        Reply reply =
                send(operation.method(), operation.path().replace("{id}", "any").replace("{session}", "2"), "", "{}");

        if (operation.credentials().isEmpty()) {
            assertThat(reply.status()).isNotIn(404, 405);
        } else {
            assertThat(reply.status()).isIn(401, 429);
        }
        assertThat(file.problems(operation, reply.status(), reply.body())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST|/api/v1/broker/resolve|/api/v1/broker/resolve|broker_key|{\"username\": \"alice\", \"resource_id\": \"desk\"}|200",
                "POST|/api/v1/broker/resolve|/api/v1/broker/resolve|broker_key|{\"username\": \" \"}|400",
                "POST|/api/v1/broker/resolve|/api/v1/broker/resolve|broker_key|{\"username\": |400",
                "POST|/api/v1/broker/resolve|/api/v1/broker/resolve|broker_key|{\"username\": \"a\", \"resource_id\": \"x\"}|404",
                "POST|/api/v1/broker/resolve|/api/v1/broker/resolve|broker_key|{\"username\": \"a\", \"farm_id\": \"x\"}|503",
                "POST|/api/v1/broker/explain|/api/v1/broker/explain|operator_key|{\"username\": \"a\", \"farm_id\": \"x\"}|200",
                "POST|/api/v1/broker/explain|/api/v1/broker/explain|broker_key|{\"username\": \"a\"}|200",
                "POST|/api/v1/broker/placements/{id}/closed|/api/v1/broker/placements/none/closed|broker_key|{}|404",
                "POST|/api/v1/broker/placements/{id}/failed|/api/v1/broker/placements/none/failed|broker_key|{\"status\": -1}|400",
                "POST|/api/v1/broker/placements/open|/api/v1/broker/placements/open|broker_key|{}|400",
                "GET|/api/v1/broker/resources|/api/v1/broker/resources?username=alice&groups=cad|broker_key||200",
                "GET|/api/v1/broker/resources|/api/v1/broker/resources?username=%20|broker_key||400",
                "GET|/api/v1/broker/resources|/api/v1/broker/resources?user=alice|broker_key||400",
                "POST|/api/v1/farms|/api/v1/farms|operator_key|{\"id\": \"office\"}|409",
                "POST|/api/v1/farms|/api/v1/farms|operator_key|{\"id\": \"far m\"}|400",
                "GET|/api/v1/farms/{id}|/api/v1/farms/none|operator_key||404",
                "GET|/api/v1/farms/{id}|/api/v1/farms/office|operator_key||200",
                "DELETE|/api/v1/farms/{id}|/api/v1/farms/office|operator_key||409",
                "POST|/api/v1/resources|/api/v1/resources|operator_key|{\"guacamole_connection_name\": \"office desktop\"}|409",
                "GET|/api/v1/farms|/api/v1/farms?limit=1|operator_key||200",
                "GET|/api/v1/farms|/api/v1/farms?limit=0|operator_key||400",
                "GET|/api/v1/agents|/api/v1/agents?mode=drain|operator_key||200",
                "GET|/api/v1/agents/{id}/commands|/api/v1/agents/none/commands|operator_key||404",
                "POST|/api/v1/agents/{id}/sessions/bulk|/api/v1/agents/none/sessions/bulk|operator_key|{\"action\": \"kill\", \"scope\": \"all\"}|400",
                "POST|/api/v1/agents/{id}/restart|/api/v1/agents/none/restart|operator_key|{}|404",
                "GET|/api/v1/audit|/api/v1/audit?object_kind=farm|operator_key||200",
                "POST|/api/v1/agents/heartbeat|/api/v1/agents/heartbeat|agent_token|{}|400",
                "GET|/api/v1/decisions|/api/v1/decisions?outcome=placed&limit=2|operator_key||200",
                "GET|/api/v1/decisions|/api/v1/decisions?since=yesterday|operator_key||400",
                "GET|/api/v1/records/decisions|/api/v1/records/decisions?since=%2B999999999-01-01T00:00:00Z|operator_key||400",
                "GET|/api/v1/records/facts|/api/v1/records/facts?from=1&to=2&epoch=0000-01-01T00:00:00Z|operator_key||400",
                "GET|/api/v1/decisions/{id}|/api/v1/decisions/none|operator_key||404",
                "GET|/api/v1/decisions/{id}/why-not|/api/v1/decisions/none/why-not?agent=h|operator_key||404",
            })
    void answersAreOfTheSchemas(String method, String route, String path, String credential, String body, int status) {
        Reply reply = send(method, path, credential, body == null ? "" : body);

        assertThat(reply.status()).as("%s", reply.body()).isEqualTo(status);
        assertThat(file.problems(file.operation(method, route), status, reply.body()))
                .isEmpty();
    }

    @Test
    void aHostThatReportedIsShownWithItsSessions() {
        Reply reply = await("/api/v1/agents/" + host.id(), "/sessions/0");

        assertThat(reply.body().path("sessions")).hasSize(1);
        assertThat(file.problems(file.operation("GET", "/api/v1/agents/{id}"), 200, reply.body()))
                .isEmpty();
    }

    @Test
    void whatChangedMeanwhileIsRefusedAsWritten() throws IOException, InterruptedException {
        HttpRequest request = broker.request("/api/v1/farms/office", broker.adminKey())
                .header("Content-Type", "application/json")
                .header("If-Match", "\"0\"")
                .PUT(BodyPublishers.ofString("{}"))
                .build();
        Reply reply = reply(client.send(request, BodyHandlers.ofString()));

        assertThat(reply.status()).isEqualTo(412);
        assertThat(file.problems(file.operation("PUT", "/api/v1/farms/{id}"), 412, reply.body()))
                .isEmpty();
    }

    /** Something that is there, of the kind that the path is about, and that nothing else needs. */
    private String id(String path) {
        String name = "it-" + names.incrementAndGet();
        if (path.contains("{session}")) {
            return host.id();
        }
        if (path.startsWith("/api/v1/agents")) {
            return enrol(name).id();
        }
        if (path.startsWith("/api/v1/leases")) {
            send("POST", "/api/v1/broker/resolve", "broker_key", "{\"username\": \"" + name + "\"}");
            return send("GET", "/api/v1/leases?user=" + name, "operator_key", "")
                    .body()
                    .at("/items/0/id")
                    .asText();
        }
        if (path.startsWith("/api/v1/broker/placements")) {
            return send("POST", "/api/v1/broker/resolve", "broker_key", "{\"username\": \"" + name + "\"}")
                    .body()
                    .path("decision_id")
                    .asText();
        }
        if (path.startsWith("/api/v1/decisions")) {
            return recorded(name);
        }
        String kind = path.replace("/{id}", "");
        return send("POST", kind, "operator_key", "{\"id\": \"" + name + "\"}")
                .body()
                .path("id")
                .asText();
    }

    private String recorded(String user) {
        send("POST", "/api/v1/broker/resolve", "broker_key", "{\"username\": \"" + user + "\"}");
        return await("/api/v1/decisions?user=" + user, "/items/0")
                .body()
                .at("/items/0/decision_id")
                .asText();
    }

    /** Asks until what is written in the background is there. */
    private Reply await(String path, String expected) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Reply reply = send("GET", path, "operator_key", "");
        while (reply.body().at(expected).isMissingNode() && System.nanoTime() < end) {
            reply = send("GET", path, "operator_key", "");
        }
        return reply;
    }

    private Machine enrol(String name) {
        Reply reply = send(
                "POST",
                "/api/v1/agents/enroll",
                "",
                "{\"enrollment_token\": \"%s\", \"name\": \"%s\", \"machine_id\": \"%s\"}"
                        .formatted(broker.enrollmentToken(), name, name));
        return new Machine(
                reply.body().path("agent_id").asText(),
                reply.body().path("token").asText());
    }

    private static String body(Operation operation) {
        JsonNode example = operation.bodyExample().deepCopy();
        if (example instanceof ObjectNode body && body.has("enrollment_token")) {
            body.put("enrollment_token", broker.enrollmentToken());
        }
        return switch (operation.bodyType()) {
            case "" -> "";
            case "application/x-www-form-urlencoded" -> AttackedBroker.form(example);
            default -> example.toString();
        };
    }

    private Reply send(String method, String path, String credential, String body) {
        HttpRequest.Builder request = switch (credential) {
            case "" -> broker.request(path);
            case "broker_key" -> broker.request(path, broker.brokerKey());
            case "operator_key" -> broker.request(path, broker.adminKey());
            case "agent_token" -> broker.request(path, host.token()).header("X-Agent-ID", host.id());
            default -> throw new IllegalArgumentException(credential);
        };
        String type = path.endsWith("/tokens") ? "application/x-www-form-urlencoded" : "application/json";
        request.header("Content-Type", type).timeout(PATIENCE);
        request.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        try {
            return reply(client.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Reply reply(HttpResponse<String> response) throws IOException {
        String type = response.headers().firstValue("Content-Type").orElse("");
        JsonNode body = type.startsWith("application/x-www-form-urlencoded")
                ? form(response.body())
                : response.body().isEmpty() ? MissingNode.getInstance() : new ObjectMapper().readTree(response.body());
        return new Reply(response.statusCode(), body);
    }

    private static JsonNode form(String text) {
        ObjectNode form = JsonNodeFactory.instance.objectNode();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            form.put(
                    URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                    URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return form;
    }
}
