package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.HostileAddresses.Part;
import io.drover.OpenApiFile.Operation;
import io.drover.database.DatabaseExtension;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What nobody sends by intent, as body, path, query and header of every operation of the reference: an answer in the
 * one shape, and never a 500.
 */
class HostileRequestsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int AT_ONCE = 10;

    /** Those whose effects are looked at, too. */
    private static final Set<String> OWN_TESTS = Set.of(
            "POST /api/v1/broker/resolve",
            "POST /api/v1/broker/explain",
            "POST /api/v1/broker/tokens",
            "POST /api/v1/agents/heartbeat",
            "POST /api/v1/agents/enroll",
            "POST /api/v1/farms",
            "POST /api/v1/resources",
            "PATCH /api/v1/agents/{id}/control");

    private static final int MOST_ENROLLED = 200;
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    /** A check compiles the rules, which takes a second: of the requests whose headers let it, one in so many may. */
    private static final int COMPILATIONS = 100;

    private static final Set<String> COMPILING = Set.of("POST /api/v1/policy/check", "POST /api/v1/policy/rollback");

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

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path rules;

    @SuppressWarnings("NullAway.Init")
    private static AttackedBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient client;

    @SuppressWarnings("NullAway.Init")
    private static EnrolledHost victim;

    @SuppressWarnings("NullAway.Init")
    private static ExecutorService connections;

    @BeforeAll
    static void start() throws Exception {
        broker = AttackedBroker.start(database.config(), rules);
        client = broker.client();
        victim = broker.victim();
        connections = Executors.newFixedThreadPool(AT_ONCE);
    }

    @AfterAll
    static void stop() {
        connections.shutdownNow();
        broker.close();
    }

    @Test
    void placements() {
        int before = count("lease");

        Statuses answers =
                attack("POST /api/v1/broker/resolve", bodies -> gateway("resolve", JSON, bodies.json(PLACEMENT)));

        assertThat(answers.all()).contains(200, 400).isSubsetOf(200, 400, 404, 413, 503);
        assertThat(count("lease") - before).isBetween(1, answers.times(200));
    }

    @Test
    void explanations() {
        List<@Nullable String> before = leases();

        Statuses answers =
                attack("POST /api/v1/broker/explain", bodies -> gateway("explain", JSON, bodies.json(PLACEMENT)));

        assertThat(answers.all()).contains(200, 400).isSubsetOf(200, 400, 413);
        assertThat(leases()).isEqualTo(before);
    }

    @Test
    void forms() {
        String form = "username=eve&connection_id=101&groups=a&groups=b&farm_id=office&request_id=x";

        int before = count("lease");

        Statuses answers = attack("POST /api/v1/broker/tokens", bodies -> gateway("tokens", FORM, bodies.form(form)));

        assertThat(answers.all()).contains(200, 400).isSubsetOf(200, 400, 413, 503);
        assertThat(count("lease") - before).isBetween(1, answers.times(200));
    }

    @Test
    void heartbeats() {
        Statuses answers = attack("POST /api/v1/agents/heartbeat", bodies -> heartbeat(bodies.json(REPORT)));

        assertThat(answers.all()).contains(200, 400).isSubsetOf(200, 400, 409, 413);
        Answer seen = client.operatorGet("/api/v1/agents/" + victim.id());
        assertThat(seen.status()).as(seen.body()).isEqualTo(200);
    }

    @Test
    void aNulInOneUserNameDoesNotTakeTheHostOffline() {
        String report = REPORT.replace("\"boot_id\": \"b1\"", "\"boot_id\": \"nul\"")
                .replace("\"user\": \"eve\"", "\"user\": \"nul-eve\\u0000\"")
                .replace("\"id\": \"c1\"", "\"id\": \"c\\u00001\"");

        Answer answer = client.send(heartbeat(report.getBytes(UTF_8))).join();

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(client.operatorGet("/api/v1/agents/" + victim.id()).body()).contains("\"user\":\"nul-eve\"");
    }

    @Test
    void enrolments() {
        String body = "{\"name\": \"new-host\", \"machine_id\": \"m-1\", \"more\": {\"a\": [1]}}";
        String token = "{\"enrollment_token\": \"" + BrokerInstance.ENROLLMENT_KEY + "\", ";
        int before = count("agent");
        Set<String> enrolled = new HashSet<>();

        Statuses answers = attack(
                "POST /api/v1/agents/enroll",
                bodies -> {
                    String hostile = new String(bodies.json(body), UTF_8);
                    byte[] sent = hostile.startsWith("{")
                            ? (token + hostile.substring(1)).getBytes(UTF_8)
                            : token.getBytes(UTF_8);
                    return bytes("/api/v1/agents/enroll", JSON, sent);
                },
                batch -> {
                    batch.stream().filter(Answer::placed).forEach(answer -> enrolled.add(answer.agentId()));
                    if (enrolled.size() > MOST_ENROLLED) {
                        dismiss(enrolled, before);
                    }
                });

        assertThat(answers.all()).contains(200, 400).isSubsetOf(200, 400, 413);
        dismiss(enrolled, before);
    }

    private static void dismiss(Set<String> enrolled, int before) {
        assertThat(count("agent") - before).isEqualTo(enrolled.size());
        enrolled.forEach(id -> client.operatorDelete("/api/v1/agents/" + id));
        enrolled.clear();
    }

    @Test
    void farms() {
        assertCreates("farm", FARM);
    }

    @Test
    void resources() {
        assertCreates("resource", RESOURCE);
    }

    /** What is created is written down, and taken away again, so that there is room for the next. */
    private static void assertCreates(String kind, String body) {
        String path = "/api/v1/" + kind + "s";
        int before = count(kind);
        int created = audited(kind, "create");
        int deleted = audited(kind, "delete");

        Statuses answers = attack(
                "POST " + path,
                bodies -> operator("POST", path, bodies.json(body)),
                batch -> batch.stream()
                        .filter(answer -> answer.status() == 201)
                        .forEach(answer -> client.operatorDelete(path + "/" + answer.text("id"))));

        assertThat(answers.all()).contains(201, 400).isSubsetOf(201, 400, 409, 413);
        assertThat(audited(kind, "create") - created).isEqualTo(answers.times(201));
        assertThat(audited(kind, "delete") - deleted).isEqualTo(answers.times(201));
        assertThat(count(kind)).isEqualTo(before);
    }

    @Test
    void controls() {
        String path = "/api/v1/agents/" + victim.id() + "/control";
        int before = audited("agent", "control") + audited("agent", "control_forced");

        Statuses answers =
                attack("PATCH /api/v1/agents/{id}/control", bodies -> operator("PATCH", path, bodies.json(CONTROL)));

        assertThat(answers.all()).contains(200, 400).isSubsetOf(200, 400, 409, 413);
        assertThat(audited("agent", "control") + audited("agent", "control_forced") - before)
                .isEqualTo(answers.times(200));
    }

    /** Whatever else the service reads from a body, by the examples of the reference. */
    @ParameterizedTest
    @MethodSource("otherBodies")
    void otherBodies(Operation operation) {
        assertSound(operation);
        HostileBodies bodies = new HostileBodies(Fuzz.SEED);

        Statuses answers = attackRaw(
                "body of " + operation, operation, AT_ONCE, sound -> sound.withBody(bodies.json(sound.text())));

        assertThat(answers.all()).doesNotContain(401, 403, 405);
    }

    static List<Operation> otherBodies() throws IOException {
        return OpenApiFile.read().operations().stream()
                .filter(operation -> !operation.bodyType().isEmpty())
                .filter(operation -> !OWN_TESTS.contains(operation.toString()))
                .toList();
    }

    @Test
    void everyBodyOfTheReferenceIsAttacked() throws IOException {
        assertThat(Stream.concat(OWN_TESTS.stream(), otherBodies().stream().map(Operation::toString)))
                .containsExactlyInAnyOrderElementsOf(OpenApiFile.read().operations().stream()
                        .filter(operation -> !operation.bodyType().isEmpty())
                        .map(Operation::toString)
                        .toList());
        assertThat(otherBodies()).extracting(Operation::bodyType).containsOnly(JSON);
    }

    /** The path, the query and each header of every operation. */
    @ParameterizedTest
    @MethodSource("operations")
    void addresses(Operation operation) {
        assertSound(operation);
        HostileAddresses addresses = new HostileAddresses(Fuzz.SEED);
        AtomicInteger tried = new AtomicInteger();
        boolean compiles = COMPILING.contains(operation.toString());
        boolean takesAway = operation.method().equals("DELETE");

        Statuses answers = attackRaw("address of " + operation, operation, takesAway ? 1 : AT_ONCE, sound -> {
            Part part = addresses.part();
            boolean may = !compiles || part != Part.HEADER || tried.incrementAndGet() % COMPILATIONS == 0;
            SoundRequest almost =
                    may ? sound : sound.withHeader("Authorization", "Bearer " + BrokerInstance.VIEWER_KEY);
            return addresses.hostile(almost, part, operation.queryParameters());
        });

        assertThat(answers.all()).anyMatch(status -> status >= 400);
    }

    static List<Operation> operations() throws IOException {
        return OpenApiFile.read().operations();
    }

    /** With nothing wrong in it, it is done: what is refused after that is refused for what is wrong. */
    private static void assertSound(Operation operation) {
        Answer answer = RawExchange.of(broker.port(), broker.fresh(operation).bytes());
        assertThat(answer.status()).as("%s", answer.body()).isBetween(200, 299);
        broker.answered(operation, answer);
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

    @Test
    void theFormIsAFormWhateverIsAccepted() throws IOException {
        Operation tokens = OpenApiFile.read().operation("POST", "/api/v1/broker/tokens");

        for (String accept : List.of("application/json; charset=none", "application/json; charset=utf-16", "*/*")) {
            Answer answer = RawExchange.of(
                    broker.port(),
                    broker.fresh(tokens).withHeader("Accept", accept).bytes());

            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.contentType()).isEqualTo("application/x-www-form-urlencoded;charset=utf-8");
            assertThat(answer.body()).contains("SESSIONGUARD_HOST=rds-0");
        }
    }

    private interface Attack extends Function<HostileBodies, HttpRequest.Builder> {}

    private static Statuses attack(String what, Attack attack) {
        return attack(what, attack, batch -> {});
    }

    /** Everybody gets an answer in the one shape. */
    private static Statuses attack(String what, Attack attack, Consumer<List<Answer>> then) {
        HostileBodies bodies = new HostileBodies(Fuzz.SEED);
        return attack("body of " + what, Fuzz.INPUTS, AT_ONCE, () -> client.send(attack.apply(bodies)), then);
    }

    private static Statuses attackRaw(
            String what, Operation operation, int atOnce, UnaryOperator<SoundRequest> hostile) {
        return attack(
                what,
                Fuzz.inputsOfMany(),
                atOnce,
                () -> {
                    byte[] request = hostile.apply(broker.sound(operation)).bytes();
                    return CompletableFuture.supplyAsync(() -> RawExchange.of(broker.port(), request), connections);
                },
                batch -> batch.forEach(answer -> broker.answered(operation, answer)));
    }

    private static Statuses attack(
            String what, int inputs, int atOnce, Supplier<CompletableFuture<Answer>> ask, Consumer<List<Answer>> then) {
        Statuses statuses = new Statuses(new TreeMap<>());
        MemoryGrowth growth = new MemoryGrowth(what, inputs);
        for (int i = 0; i < inputs; i += atOnce) {
            List<CompletableFuture<Answer>> asked =
                    Stream.generate(ask).limit(atOnce).toList();
            List<Answer> batch = asked.stream().map(CompletableFuture::join).toList();
            assertThat(batch).allSatisfy(HostileRequestsIT::hasTheOneShape);
            batch.forEach(answer -> statuses.counts().merge(answer.status(), 1, Integer::sum));
            then.accept(batch);
            growth.tried(i + atOnce);
        }
        growth.end(statuses.counts());
        return statuses;
    }

    /** How often each status came. */
    private record Statuses(Map<Integer, Integer> counts) {

        Set<Integer> all() {
            return counts.keySet();
        }

        int times(int status) {
            return counts.getOrDefault(status, 0);
        }
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
