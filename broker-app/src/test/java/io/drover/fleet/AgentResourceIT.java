package io.drover.fleet;

import static io.drover.http.TestServer.ENROLLMENT;
import static io.drover.http.TestServer.OPERATOR;
import static io.drover.http.TestServer.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.audit.AuditDao;
import io.drover.audit.AuditLog;
import io.drover.auth.Access;
import io.drover.control.RandomTokens;
import io.drover.database.DatabaseExtension;
import io.drover.http.HttpCalls.Answer;
import io.drover.http.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentResourceIT {

    private static final String AGENTS = "/api/v1/agents";
    private static final BlockingQueue<Set<String>> written = new LinkedBlockingQueue<>();

    @Order(1)
    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @SuppressWarnings("NullAway.Init")
    private static TokenHashes hashes;

    @SuppressWarnings("NullAway.Init")
    private static HeartbeatWriter writer;

    private static volatile List<String> needy = List.of();
    private static final Map<String, Probed> probed = new ConcurrentHashMap<>();

    @Order(2)
    @RegisterExtension
    static final TestServer server = new TestServer(AgentResourceIT::resources).agents(id -> hashes.hashOf(id));

    private static List<?> resources(Access access) {
        AgentDao dao = database.jdbi().onDemand(AgentDao.class);
        hashes = new TokenHashes(dao);
        writer = new HeartbeatWriter(
                database.jdbi().onDemand(HeartbeatDao.class),
                written::add,
                new HeartbeatWriter.Settings(100, 10, Duration.ofMillis(1)));
        writer.start();
        HostIdentities identities = new HostIdentities(dao, hashes::agentsChanged);
        AgentService agents = new AgentService(
                dao,
                new FleetListeners(hashes, identities),
                id -> needy.stream().collect(Collectors.toMap(farm -> farm, farm -> Set.<String>of())),
                new RandomTokens(),
                InstantSource.system());
        HeartbeatIntake intake = new HeartbeatIntake(
                identities,
                new BootConflicts(dao, new AuditLog(database.jdbi().onDemand(AuditDao.class))),
                id -> Optional.empty(),
                beat -> {},
                writer,
                InstantSource.system());
        return List.of(
                new AgentResource(
                        agents,
                        new FleetLoader(database.jdbi().onDemand(FleetDao.class)),
                        new Drains(dao, id -> 0, id -> Optional.empty()),
                        id -> Optional.ofNullable(probed.get(id)),
                        InstantSource.system(),
                        Duration.ofSeconds(30)),
                new ReportResource(
                        agents,
                        intake,
                        new NoCommands(),
                        report -> DesiredState.NOTHING,
                        access.enrollmentGuard(),
                        InstantSource.system()));
    }

    @BeforeEach
    void emptyTables() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE agent, heartbeat, lease"));
        hashes.reload();
        needy = List.of();
        probed.clear();
        written.clear();
        server.advance(Duration.ofMinutes(2));
    }

    @AfterAll
    static void stopWriting() throws InterruptedException {
        writer.stop();
    }

    @Test
    void aMachineEnrolsReportsAndIsSeen() throws InterruptedException {
        Answer enrolled = enroll("rds-01", "machine-1");
        String id = enrolled.body().path("agent_id").asText();

        Answer beat = heartbeat(id, enrolled.body().path("token").asText(), """
                {"protocol_version": 4, "server": {"hostname": "rds-01", "cpu_percent": 12.5},
                 "health": {"score": 90},
                 "sessions": [{"id": 2, "state": "Active", "user": "alice", "domain": "CORP"}]}
                """);

        assertThat(beat.status()).as(beat.text()).isEqualTo(200);
        assertThat(beat.body().path("server_time").asText()).endsWith("Z");
        assertThat(written.poll(20, TimeUnit.SECONDS)).containsExactly(id);
        Answer seen = server.get(AGENTS + "/" + id, VIEWER);
        assertThat(seen.body().path("online").asBoolean()).isTrue();
        assertThat(seen.body().path("health_score").asInt()).isEqualTo(90);
        assertThat(seen.body().path("active_sessions").asInt()).isEqualTo(1);
        assertThat(seen.body().path("sessions").get(0).path("user").asText()).isEqualTo("alice");
        assertThat(server.get(AGENTS, VIEWER).body().path("items").get(0).has("sessions"))
                .isFalse();
        assertThat(seen.text()).doesNotContain("token", "machine-1");
    }

    @Test
    void enrollingAgainVoidsTheOldTokenAndWaitsForAnOperator() {
        Answer first = enroll("rds-01", "machine-1");
        control(first.body().path("agent_id").asText(), "{\"farm_ids\": [\"office\"]}");
        Answer second = enroll("rds-01", "machine-1");
        String id = first.body().path("agent_id").asText();

        assertThat(second.body().path("agent_id").asText()).isEqualTo(id);
        assertThat(heartbeat(id, first.body().path("token").asText(), "{\"protocol_version\": 4}")
                        .status())
                .isEqualTo(401);
        assertThat(server.get(AGENTS + "/" + id, VIEWER).body().path("mode").asText())
                .isEqualTo("maintenance");
        Answer back = control(id, "{\"mode\": \"online\"}");
        assertThat(back.body().path("mode").asText()).isEqualTo("online");
        assertThat(back.body().path("quarantined").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|401",
                "{\"enrollment_token\":\"wrong\",\"name\":\"a\",\"machine_id\":\"m\"}|401",
                "{\"enrollment_token\":5,\"name\":\"a\",\"machine_id\":\"m\"}|400",
                "{\"enrollment_token\":\"TOKEN\",\"machine_id\":\"m\"}|400",
                "{\"enrollment_token\":\"TOKEN\",\"name\":\"a b\",\"machine_id\":\"m\"}|400",
                "{\"enrollment_token\":\"TOKEN\",\"name\":\"a\",\"machine_id\":\" \"}|400",
                "{\"enrollment_token\":\"TOKEN\",\"name\":\"a\",\"machine_id\":\"m\",\"new\":1}|200",
            })
    void enrolmentsAreChecked(String body, int status) {
        Answer answer = server.send(server.request(AGENTS + "/enroll")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.replace("TOKEN", ENROLLMENT))));

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    }

    @Test
    void aHeartbeatOfAWrongShapeChangesNothing() {
        Answer enrolled = enroll("rds-01", "machine-1");
        String id = enrolled.body().path("agent_id").asText();

        Answer answer = heartbeat(id, enrolled.body().path("token").asText(), "{\"protocol_version\": \"four\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(server.get(AGENTS + "/" + id, VIEWER).body().path("online").asBoolean())
                .isFalse();
    }

    @Test
    void aPatchChangesWhatItNamesAndNothingElse() {
        String id = enroll("rds-01", "machine-1").body().path("agent_id").asText();
        control(id, "{\"tags\": {\"role\": \"office\"}, \"weight\": 200, \"max_sessions\": 20}");

        Answer changed = control(id, "{\"mode\": \"drain\", \"reason\": \"patching\", \"max_sessions\": null}");

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.body().path("mode").asText()).isEqualTo("drain");
        assertThat(changed.body().path("owner").asText()).isEqualTo("operator:otto");
        assertThat(changed.body().path("tags").path("role").asText()).isEqualTo("office");
        assertThat(changed.body().path("weight").asInt()).isEqualTo(200);
        assertThat(changed.body().has("max_sessions")).isFalse();
        assertThat(server.get(AGENTS + "?mode=drain", VIEWER).body().path("items"))
                .hasSize(1);
        assertThat(server.get(AGENTS + "?mode=online", VIEWER).body().path("items"))
                .isEmpty();
        assertThat(server.get(AGENTS + "?mode=off", VIEWER).status()).isEqualTo(400);
    }

    @Test
    void whatProbesFoundIsPartOfTheRecord() {
        String id = enroll("rds-01", "machine-1").body().path("agent_id").asText();
        assertThat(server.get(AGENTS + "/" + id, VIEWER).body().has("probe_state"))
                .isFalse();
        Instant at = Instant.parse("2026-03-02T09:00:00Z");
        probed.put(id, new Probed(id, "rds-01", 3389, ProbeState.ANSWERS, ProbeState.NOT_RDP, 2, at));

        Answer one = server.get(AGENTS + "/" + id, VIEWER);
        Answer all = server.get(AGENTS, VIEWER);

        assertThat(one.body().path("probe_state").asText()).isEqualTo("answers");
        assertThat(one.body().path("probe"))
                .hasToString("{\"last\":\"not-rdp\",\"failures\":2,\"at\":\"2026-03-02T09:00:00Z\"}");
        assertThat(all.body().path("items").get(0).path("probe_state").asText()).isEqualTo("answers");
        assertThat(all.body().path("items").get(0).has("probe")).isFalse();
    }

    @Test
    void theLastEligibleHostIsDrainedByForceOnly() {
        String id = enroll("rds-01", "machine-1").body().path("agent_id").asText();
        needy = List.of("office");

        Answer refused = control(id, "{\"mode\": \"drain\"}");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("last_eligible_host");
        assertThat(control(id, "{\"mode\": \"drain\", \"force\": true}").status())
                .isEqualTo(200);
    }

    @Test
    void ifMatchGuardsConcurrentControl() {
        String id = enroll("rds-01", "machine-1").body().path("agent_id").asText();
        String seen =
                server.get(AGENTS + "/" + id, VIEWER).header().apply("ETag").orElse("");
        control(id, "{\"weight\": 50}");

        Answer late = server.sendIf(seen, "PATCH", AGENTS + "/" + id + "/control", OPERATOR, "{\"weight\": 60}");

        assertThat(late.status()).isEqualTo(412);
        assertThat(server.sendIf(seen, "DELETE", AGENTS + "/" + id, OPERATOR, "")
                        .status())
                .isEqualTo(412);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mode\":\"off\"}|mode: must be online, drain or maintenance",
                "{\"mode\":5}|mode: must be text",
                "{\"port\":70000}|port: must be 1 to 65535",
                "{\"weight\":0}|weight: must be 1 to 10000",
                "{\"address\":\"[::1\"}|address: is no host name or IP address",
                "{\"until\":\"tomorrow\"}|until: must be a time like 2026-03-02T09:00:00Z, in the years 1970 to 9999",
                "{\"until\":\"+999999999-01-01T00:00:00Z\"}|until: must be a time like 2026-03-02T09:00:00Z, in the years 1970 to 9999",
                "{\"address\":\"10.0.0.7:3389\"}|address: is no host name or IP address",
                "{\"address\":\"[10.0.0.7]\"}|address: is no host name or IP address",
                "{\"drain\":true}|drain: is no field of this object",
            })
    void messagesNameFieldAndReason(String body, String message) {
        String id = enroll("rds-01", "machine-1").body().path("agent_id").asText();

        Answer answer = control(id, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo(message);
    }

    @Test
    void anIpv6AddressLosesItsBrackets() {
        String id = enroll("rds-01", "machine-1").body().path("agent_id").asText();

        Answer answer = control(id, "{\"address\":\" [2001:db8::15] \"}");

        assertThat(answer.body().path("address").asText()).isEqualTo("2001:db8::15");
    }

    @Test
    void aDeletedAgentIsGoneWithItsToken() {
        Answer enrolled = enroll("rds-01", "machine-1");
        String id = enrolled.body().path("agent_id").asText();

        assertThat(server.send("DELETE", AGENTS + "/" + id, OPERATOR, "").status())
                .isEqualTo(204);
        assertThat(server.get(AGENTS + "/" + id, VIEWER).status()).isEqualTo(404);
        assertThat(heartbeat(id, enrolled.body().path("token").asText(), "{\"protocol_version\": 4}")
                        .status())
                .isEqualTo(401);
        assertThat(control(id, "{}").status()).isEqualTo(404);
    }

    private static Answer enroll(String name, String machineId) {
        Answer answer = server.send(server.request(AGENTS + "/enroll")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"enrollment_token\": \"" + ENROLLMENT + "\", \"name\": \"" + name
                        + "\", \"machine_id\": \"" + machineId + "\"}")));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private static Answer heartbeat(String id, String token, String body) {
        return server.send(server.request(AGENTS + "/heartbeat", token)
                .header("X-Agent-ID", id)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static Answer control(String id, String body) {
        return server.send("PATCH", AGENTS + "/" + id + "/control", OPERATOR, body);
    }
}
