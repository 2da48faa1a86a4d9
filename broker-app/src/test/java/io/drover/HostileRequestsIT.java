package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.OpenApiFile.Operation;
import io.drover.database.DatabaseExtension;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that nobody sends by intent, to everything that reads one: an answer in the one shape, and never a 500. */
class HostileRequestsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int AT_ONCE = 10;

    /** Each of the many operations without a test of its own. */
    private static final int OTHERS = Math.max(AT_ONCE, Fuzz.INPUTS / 10 / AT_ONCE * AT_ONCE);

    /** Those whose effects are looked at, too. */
    private static final Set<String> OWN_TESTS = Set.of(
            "POST /api/v1/broker/resolve",
            "POST /api/v1/broker/explain",
            "POST /api/v1/agents/heartbeat",
            "POST /api/v1/agents/enroll",
            "POST /api/v1/farms",
            "POST /api/v1/resources",
            "PATCH /api/v1/agents/{id}/control");

    private static final List<String> QUERIES = List.of(
            "",
            "0",
            "-1",
            "1",
            "1000000",
            "9223372036854775808",
            "1e9",
            "NaN",
            "true",
            "%00",
            "%ff",
            "%ed%a0%80",
            "a%20b",
            "%22%27%3B--",
            "2026-13-01T00:00:00Z",
            "2026-01-01",
            "+292278994-08-17T07:12:55.807Z",
            "..%2F..",
            "x".repeat(3_000),
            "%F0%9F%98%80",
            "%5B%5D",
            "%7B%7D",
            "eyJhIjoxfQ",
            "*",
            "null");
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    /** Refusals that say nothing but what is so. */
    private static final Set<String> REFUSALS = Set.of("no_eligible_host", "farm_unavailable");

    private static final String PLACEMENT = """
            {"username": "CORP\\\\eve", "connection_id": "101", "connection_name": "Desk", "resource_id": "desk",
             "farm_id": "office", "groups": ["users", "staff"], "client_address": "192.0.2.7", "node_id": "gw-1",
             "data_source": "postgresql", "exclude_agent_ids": ["none"], "request_id": "click-77"}""";

    private static final String REPORT = """
            {"protocol_version": 4, "agent_version": "2.1", "time": "2026-03-02T09:00:00Z", "boot_id": "b1", "seq": 7,
             "address": "192.0.2.9", "port": 3389, "zone": "a", "max_sessions": 20,
             "server": {"hostname": "ill", "os": "Windows", "version": "10", "uptime_seconds": 5, "memory_total": 16,
                        "memory_available": 8, "cpu_percent": 12.5, "disk_total": 100, "disk_free": 50},
             "health": {"score": 95, "rdp_listener_ok": true, "profile_store_ok": true,
                        "checks": [{"name": "disk", "ok": true, "detail": "fine"}]},
             "sessions": [{"id": 3, "state": "Active", "user": "eve", "domain": "CORP", "client_name": "pc",
                           "client_address": "192.0.2.7", "logon_at": "2026-03-02T08:00:00Z", "idle_seconds": 4}],
             "remote_apps": [{"resource_id": "desk", "alias": "a", "published": true, "path_exists": true,
                              "in_sync": true, "error": ""}],
             "command_results": [{"id": "c1", "ok": true}]}""";

    private static final String FARM = """
            {"id": "hostile", "name": "Hostile", "description": "d", "enabled": true, "agent_ids": ["a"],
             "required_tags": {"role": "x"}, "strategy": "score", "jitter": false, "min_health_score": 50,
             "policy": {"idle": 5}}""";

    private static final String RESOURCE = """
            {"id": "hostile", "name": "Hostile", "kind": "remoteapp", "farm_id": "office",
             "guacamole_connection_id": "900", "guacamole_connection_name": "Hostile", "remote_app": "||x",
             "remote_app_dir": "", "remote_app_args": "", "manage_remote_app": true, "remote_app_path": "C:\\\\x.exe",
             "remote_app_command_line_setting": 1, "remote_app_required_command_line": "", "groups": ["g"],
             "guacamole_data_source": "postgresql", "enabled": true}""";

    private static final String CONTROL = """
            {"mode": "drain", "restart_when_drained": false, "online_after_restart": false, "tags": {"role": "x"},
             "farm_ids": ["office"], "policy": {"idle": 5}, "address": "192.0.2.8", "port": 3389, "weight": 100,
             "max_sessions": 10, "max_concurrent_logons": 5, "reason": "r", "owner": "o",
             "until": "2036-03-02T09:00:00Z", "force": true}""";

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient client;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm farm;

    @SuppressWarnings("NullAway.Init")
    private static EnrolledHost victim;

    @BeforeAll
    static void start() throws Exception {
        broker = BrokerInstance.start(database.config());
        client = broker.client();
        farm = OfficeFarm.create(client, 2);
        victim = farm.add("ill", "elsewhere");
        farm.awaitEligible(client, 2);
    }

    @AfterAll
    static void stop() {
        assertThat(client.get("/readyz").status()).isEqualTo(200);
        assertThat(client.resolve(Map.of("username", "last", "connection_id", "101"))
                        .placed())
                .isTrue();
        broker.close();
    }

    @Test
    void placements() {
        int before = count("lease");

        List<Answer> answers = attack(bodies -> gateway("resolve", JSON, bodies.json(PLACEMENT)));

        assertThat(statuses(answers)).contains(200, 400).isSubsetOf(200, 400, 404, 413, 503);
        assertThat(count("lease") - before).isBetween(1, times(answers, 200));
    }

    @Test
    void explanations() {
        List<@Nullable String> before = leases();

        List<Answer> answers = attack(bodies -> gateway("explain", JSON, bodies.json(PLACEMENT)));

        assertThat(statuses(answers)).contains(200, 400).isSubsetOf(200, 400, 413);
        assertThat(leases()).isEqualTo(before);
    }

    @Test
    void forms() {
        String form = "username=eve&connection_id=101&groups=a&groups=b&farm_id=office&request_id=x";

        int before = count("lease");

        List<Answer> answers = attack(bodies -> gateway("tokens", FORM, bodies.form(form)));

        assertThat(statuses(answers)).contains(200, 400).isSubsetOf(200, 400, 413, 503);
        assertThat(count("lease") - before).isBetween(1, times(answers, 200));
    }

    @Test
    void heartbeats() {
        List<Answer> answers = attack(bodies -> bytes("/api/v1/agents/heartbeat", JSON, bodies.json(REPORT))
                .header("X-Agent-ID", victim.id())
                .header("Authorization", "Bearer " + victim.token()));

        assertThat(statuses(answers)).contains(200, 400).isSubsetOf(200, 400, 409, 413);
        Answer seen = client.operatorGet("/api/v1/agents/" + victim.id());
        assertThat(seen.status()).as(seen.body()).isEqualTo(200);
    }

    @Test
    void enrolments() {
        String body = "{\"name\": \"new-host\", \"machine_id\": \"m-1\", \"more\": {\"a\": [1]}}";
        String token = "{\"enrollment_token\": \"" + BrokerInstance.ENROLLMENT_KEY + "\", ";
        int before = count("agent");

        List<Answer> answers = attack(bodies -> {
            String hostile = new String(bodies.json(body), UTF_8);
            byte[] sent =
                    hostile.startsWith("{") ? (token + hostile.substring(1)).getBytes(UTF_8) : token.getBytes(UTF_8);
            return bytes("/api/v1/agents/enroll", JSON, sent);
        });

        assertThat(statuses(answers)).contains(200, 400).isSubsetOf(200, 400, 413);
        Set<String> enrolled = new HashSet<>();
        answers.stream().filter(Answer::placed).forEach(answer -> enrolled.add(answer.agentId()));
        assertThat(count("agent") - before).isEqualTo(enrolled.size());
    }

    @Test
    void farms() {
        int before = count("farm");

        List<Answer> answers = attack(bodies -> operator("POST", "/api/v1/farms", bodies.json(FARM)));

        assertThat(statuses(answers)).contains(201, 400).isSubsetOf(201, 400, 409, 413);
        assertThat(count("farm") - before).isEqualTo(times(answers, 201));
        assertThat(audited("farm", "create")).isEqualTo(count("farm"));
    }

    @Test
    void resources() {
        int before = count("resource");

        List<Answer> answers = attack(bodies -> operator("POST", "/api/v1/resources", bodies.json(RESOURCE)));

        assertThat(statuses(answers)).contains(201, 400).isSubsetOf(201, 400, 409, 413);
        assertThat(count("resource") - before).isEqualTo(times(answers, 201));
        assertThat(audited("resource", "create")).isEqualTo(count("resource"));
    }

    @Test
    void controls() {
        String path = "/api/v1/agents/" + victim.id() + "/control";
        int before = audited("agent", "control") + audited("agent", "control_forced");

        List<Answer> answers = attack(bodies -> operator("PATCH", path, bodies.json(CONTROL)));

        assertThat(statuses(answers)).contains(200, 400).isSubsetOf(200, 400, 409, 413);
        assertThat(audited("agent", "control") + audited("agent", "control_forced") - before)
                .isEqualTo(times(answers, 200));
    }

    /** Whatever else the service reads from a body, by the examples of the reference. */
    @ParameterizedTest
    @MethodSource("otherBodies")
    void otherBodies(Operation operation) {
        String path = path(operation.path());
        String example = operation.bodyExample().isObject()
                ? operation.bodyExample().toString()
                : "{\"reason\": \"r\", \"node_id\": \"gw-1\"}";

        List<Answer> answers = attack(
                OTHERS,
                bodies -> withKeyOf(operation, client.request(operation.method(), path, JSON, ""))
                        .method(operation.method(), BodyPublishers.ofByteArray(bodies.json(example))));

        assertThat(statuses(answers)).doesNotContain(401, 403, 405);
    }

    static List<Operation> otherBodies() throws IOException {
        return OpenApiFile.read().operations().stream()
                .filter(operation -> operation.bodyType().equals(JSON))
                .filter(operation -> !OWN_TESTS.contains(operation.toString()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("questions")
    void questions(Operation operation) {
        Random random = new Random(Fuzz.SEED);

        List<Answer> answers = attack(
                OTHERS,
                bodies -> withKeyOf(
                        operation,
                        client.request("GET", path(operation.path()) + "?" + query(operation, random), "", "")));

        assertThat(statuses(answers)).doesNotContain(401, 403, 405);
    }

    static List<Operation> questions() throws IOException {
        return OpenApiFile.read().operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .filter(operation -> operation.path().startsWith("/api/"))
                .toList();
    }

    private static String query(Operation operation, Random random) {
        List<String> names = new ArrayList<>(List.of("limit", "cursor", "since", "unknown", ""));
        operation
                .node()
                .path("parameters")
                .forEach(parameter -> names.add(parameter.path("name").asText()));
        return random.ints(1 + random.nextInt(3), 0, names.size())
                .mapToObj(i -> names.get(i) + "=" + QUERIES.get(random.nextInt(QUERIES.size())))
                .collect(Collectors.joining("&"));
    }

    private static String path(String template) {
        String id = template.contains("/agents/{") ? victim.id() : "hostile";
        return template.replace("{id}", id).replace("{session}", "2").replaceAll("\\{[a-z_]+}", "hostile");
    }

    private static HttpRequest.Builder withKeyOf(Operation operation, HttpRequest.Builder request) {
        return switch (operation.credentials().stream().findFirst().orElse("")) {
            case "broker_key" -> request.header("Authorization", "Bearer " + BrokerInstance.BROKER_KEY);
            case "agent_token" ->
                request.header("X-Agent-ID", victim.id()).header("Authorization", "Bearer " + victim.token());
            case "operator_key" -> request.header("Authorization", "Bearer " + BrokerInstance.OPERATOR_KEY);
            default -> request;
        };
    }

    @Test
    void bodiesThatAreTooLarge() throws IOException {
        byte[] zeros = new byte[10 * 1024 * 1024];
        byte[] bomb = gzip(zeros);

        assertRefused(413, gateway("resolve", JSON, new byte[65 * 1024]));
        assertRefused(413, gateway("tokens", FORM, new byte[65 * 1024]));
        assertRefused(413, heartbeat(zeros));
        assertRefused(413, heartbeat(bomb).header("Content-Encoding", "gzip"));
        assertRefused(400, heartbeat(gzip("{".getBytes(UTF_8))).header("Content-Encoding", "gzip"));
        assertRefused(400, heartbeat("no gzip".getBytes(UTF_8)).header("Content-Encoding", "gzip"));
        assertRefused(415, gateway("resolve", JSON, bomb).header("Content-Encoding", "gzip"));
    }

    private interface Attack extends Function<HostileBodies, HttpRequest.Builder> {}

    /** Everybody gets an answer in the one shape. */
    private static List<Answer> attack(Attack attack) {
        return attack(Fuzz.INPUTS, attack);
    }

    private static List<Answer> attack(int times, Attack attack) {
        HostileBodies bodies = new HostileBodies(Fuzz.SEED);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < times; i += AT_ONCE) {
            List<CompletableFuture<Answer>> asked = new ArrayList<>();
            for (int j = 0; j < AT_ONCE; j++) {
                asked.add(client.send(attack.apply(bodies)));
            }
            asked.forEach(answer -> answers.add(answer.join()));
        }
        assertThat(answers).hasSize(times).allSatisfy(HostileRequestsIT::hasTheOneShape);
        return answers;
    }

    private static void assertRefused(int status, HttpRequest.Builder request) {
        Answer answer = client.send(request).join();
        hasTheOneShape(answer);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }

    /** A refusal says in one shape why, and nothing of what is inside; a fault of the broker's own is none. */
    private static void hasTheOneShape(Answer answer) {
        if (answer.status() >= 300) {
            JsonNode error = answer.json();
            assertThat(answer.contentType()).startsWith("application/json");
            assertThat(error.path("error").asText()).isNotBlank().doesNotContain("Exception", "io.drover", "jackson");
            assertThat(error.path("code").asText()).matches("[a-z_]+");
            assertThat(error.path("ref").asText()).isNotBlank();
            assertThat(answer.status() < 500 || REFUSALS.contains(answer.text("code")))
                    .as(answer.body())
                    .isTrue();
        }
    }

    private static List<@Nullable String> leases() {
        return database.query("SELECT person || '/' || domain || '/' || rev FROM lease ORDER BY 1");
    }

    private static Set<Integer> statuses(List<Answer> answers) {
        Set<Integer> statuses = new HashSet<>();
        answers.forEach(answer -> statuses.add(answer.status()));
        return statuses;
    }

    private static int times(List<Answer> answers, int status) {
        return (int)
                answers.stream().filter(answer -> answer.status() == status).count();
    }

    private static int count(String table) {
        return Integer.parseInt(
                String.valueOf(database.query("SELECT count(*) FROM " + table).get(0)));
    }

    private static int audited(String kind, String action) {
        return count("audit WHERE object_kind = '" + kind + "' AND action = '" + action + "'");
    }

    private static byte[] gzip(byte[] body) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(body);
        }
        return zipped.toByteArray();
    }

    private static HttpRequest.Builder heartbeat(byte[] body) {
        return bytes("/api/v1/agents/heartbeat", JSON, body)
                .header("X-Agent-ID", victim.id())
                .header("Authorization", "Bearer " + victim.token());
    }

    private static HttpRequest.Builder gateway(String path, String contentType, byte[] body) {
        return bytes("/api/v1/broker/" + path, contentType, body)
                .header("Authorization", "Bearer " + BrokerInstance.BROKER_KEY);
    }

    private static HttpRequest.Builder operator(String method, String path, byte[] body) {
        return client.request(method, path, JSON, "")
                .method(method, BodyPublishers.ofByteArray(body))
                .header("Authorization", "Bearer " + BrokerInstance.OPERATOR_KEY);
    }

    private static HttpRequest.Builder bytes(String path, String contentType, byte[] body) {
        return client.request("POST", path, contentType, "").POST(BodyPublishers.ofByteArray(body));
    }
}
