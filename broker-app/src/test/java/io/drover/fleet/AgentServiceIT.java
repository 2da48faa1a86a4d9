package io.drover.fleet;

import static io.drover.control.Outcomes.done;
import static io.drover.control.Outcomes.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.drover.audit.AuditDao;
import io.drover.audit.AuditEntry;
import io.drover.audit.AuditFilter;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;
import io.drover.control.Change;
import io.drover.control.PageRequest;
import io.drover.control.Race;
import io.drover.control.RandomTokens;
import io.drover.control.Refusal;
import io.drover.control.Subject;
import io.drover.control.Violations;
import io.drover.database.DatabaseExtension;
import io.drover.database.SqlState;
import io.drover.lease.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentServiceIT {

    private static final Actor ALICE = Actor.operator("alice");
    private static final Instant LATER = Instant.parse("2999-01-01T00:00:00Z");

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final AgentDao dao = database.database().controlJdbi().onDemand(AgentDao.class);
    private final RecordingListener listener = new RecordingListener();
    private final Set<String> needed = new HashSet<>();
    private final TokenHashes hashes = new TokenHashes(dao);
    private final AgentService agents = new AgentService(
            dao,
            new FleetListeners(listener, hashes),
            agentId -> needed.contains(agentId) ? Map.of("office", Set.of()) : Map.of(),
            new RandomTokens(),
            InstantSource.system());

    @BeforeEach
    void emptyTables() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE agent, heartbeat, lease, collected_host"));
    }

    @Test
    void aNewMachineIsAnAgentThatIsOnline() throws Exception {
        Enrolment enrolment = done(agents.enroll("rds-01", "machine-1"));

        assertThat(enrolment.again()).isFalse();
        assertThat(enrolment.token()).matches("[0-9a-f]{64}");
        assertThat(enrolment.agent().id()).matches("[0-9a-f]{32}");
        assertThat(enrolment.agent().hostname()).isEqualTo("rds-01");
        assertThat(enrolment.agent().mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(enrolment.agent().quarantined()).isFalse();
        assertThat(isTokenOf(enrolment.agent().id(), enrolment.token())).isTrue();
        assertThat(listener.next())
                .isEqualTo(new RecordingListener.Agents(Set.of(enrolment.agent().id())));
    }

    @Test
    void aMachineThatEnrolsAgainKeepsItsIdAndWaitsForAnOperator() {
        Enrolment first = done(agents.enroll("rds-01", "machine-1"));
        assertThat(isTokenOf(first.agent().id(), first.token())).isTrue();
        report(first.agent().id());

        Enrolment second = done(agents.enroll("rds-01", "machine-1"));

        assertThat(second.again()).isTrue();
        assertThat(second.agent().id()).isEqualTo(first.agent().id());
        assertThat(second.agent().mode()).isEqualTo(AgentMode.MAINTENANCE);
        assertThat(second.agent().quarantined()).isTrue();
        assertThat(second.agent().reason()).isEqualTo("the machine enrolled again");
        assertThat(second.agent().controlVersion()).isGreaterThan(first.agent().controlVersion());
        assertThat(isTokenOf(first.agent().id(), first.token())).isFalse();
        assertThat(isTokenOf(first.agent().id(), second.token())).isTrue();
    }

    @Test
    void aMachineThatDidNotHearTheFirstAnswerIsOnlineStill() throws Exception {
        Enrolment first = done(agents.enroll("rds-01", "machine-1"));

        Enrolment second = done(agents.enroll("rds-01", "machine-1"));
        Enrolment third = done(agents.enroll("rds-01", "machine-1"));

        assertThat(third.again()).isFalse();
        assertThat(third.agent().id()).isEqualTo(first.agent().id());
        assertThat(third.agent().mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(third.agent().quarantined()).isFalse();
        assertThat(third.agent().reason()).isNull();
        assertThat(isTokenOf(first.agent().id(), second.token())).isFalse();
        assertThat(isTokenOf(first.agent().id(), third.token())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE agent SET reported_hostname = 'rds-01'",
                "UPDATE agent SET farm_ids = '{office}'",
                "UPDATE agent SET tags = '{\"role\": \"office\"}'",
                "UPDATE agent SET policy = '{}'",
                "UPDATE agent SET address = '10.0.0.7'",
                "UPDATE agent SET mode = 'drain'",
                "UPDATE agent SET quarantined = true, mode = 'maintenance'",
                "UPDATE agent SET hostname = 'rds-02'",
                "UPDATE agent SET enrolled_at = enrolled_at - interval '11 minutes'",
                "INSERT INTO collected_host (name, agent_id, settings) SELECT 'rds-01', agent_id, '{}' FROM agent"
            })
    void itWaitsForAnOperatorOnceSomethingCameOfTheFirstAnswer(String meanwhile) {
        done(agents.enroll("rds-01", "machine-1"));
        database.execute(meanwhile);

        Enrolment second = done(agents.enroll("rds-01", "machine-1"));

        assertThat(second.again()).isTrue();
        assertThat(second.agent().quarantined()).isTrue();
    }

    private static void report(String agentId) {
        database.execute("INSERT INTO heartbeat (agent_id, received_at) VALUES ('" + agentId + "', clock_timestamp())");
    }

    @Test
    void oneMachineEnrollingTwiceAtOnceIsOneAgent() throws Exception {
        List<Change<Enrolment>> outcomes = Race.of(4, i -> () -> agents.enroll("rds-01", "machine-1"));

        assertThat(outcomes)
                .extracting(outcome -> done(outcome).agent().id())
                .containsOnly(dao.all().get(0).id());
        assertThat(dao.all()).hasSize(1);
        assertThat(outcomes)
                .filteredOn(outcome ->
                        isTokenOf(dao.all().get(0).id(), done(outcome).token()))
                .hasSize(1);
    }

    @Test
    void onlyTheHashOfATokenIsStored() {
        Enrolment enrolment = done(agents.enroll("rds-01", "machine-1"));

        assertThat(dao.tokenHash(enrolment.agent().id()))
                .contains(TokenHashes.hash(enrolment.token()))
                .get()
                .isNotEqualTo(enrolment.token());
        assertThat(enrolment.toString()).doesNotContain(enrolment.token());
        JsonNode after =
                Objects.requireNonNull(audited(enrolment.agent().id()).get(0).after());
        assertThat(after.has("token_hash")).isFalse();
        assertThat(after.has("machine_id")).isFalse();
        assertThat(after.path("hostname").textValue()).isEqualTo("rds-01");
    }

    @Test
    void ofATokenMadeByAnotherInstanceTheHashIsKnownAfterItsNotice() {
        String id = enrolled();
        assertThat(hashes.hashOf(id)).isPresent();
        AgentService other = new AgentService(
                dao, new FleetListeners(), agentId -> Map.of(), new RandomTokens(), InstantSource.system());
        String token = done(other.enroll("rds-01", "machine-1")).token();

        hashes.agentsChanged(Set.of(id));
        assertThat(isTokenOf(id, token)).isTrue();

        String latest = done(other.enroll("rds-01", "machine-1")).token();
        hashes.reload();
        assertThat(isTokenOf(id, latest)).isTrue();
    }

    @Test
    void anAgentThatIsNotThereHasNoToken() {
        assertThat(hashes.hashOf("0".repeat(32))).isEmpty();
        assertThat(hashes.hashOf("x")).isEmpty();
    }

    @Test
    void aNameThatIsNoHostNameIsRefused() {
        assertThat(refusal(agents.enroll("rds 01\u0000", "machine-1")).message())
                .startsWith("name: ");
        assertThat(refusal(agents.enroll("rds-01", " ")).message()).isEqualTo("machine_id: must not be blank");
        assertThat(dao.all()).isEmpty();
    }

    @Test
    void aPatchChangesWhatItNamesAndLeavesTheRest() throws Exception {
        String id = enrolled();
        done(agents.control(id, read("""
                {"tags": {"role": "office"}, "farm_ids": ["office", "erp"], "address": "10.0.0.7", "port": 3390,
                 "weight": 200, "max_sessions": 30, "max_concurrent_logons": 4, "policy": {"idle": 1}}
                """), null, ALICE));

        Agent agent = done(agents.control(
                id,
                read("{\"mode\": \"drain\", \"until\": \"2999-01-01T00:00:00Z\", \"reason\": \"patches\"}"),
                null,
                ALICE));

        assertThat(agent.mode()).isEqualTo(AgentMode.DRAIN);
        assertThat(agent.reason()).isEqualTo("patches");
        assertThat(agent.owner()).isEqualTo("operator:alice");
        assertThat(agent.until()).isEqualTo(LATER);
        assertThat(agent.tags()).isEqualTo(Map.of("role", "office"));
        assertThat(agent.farmIds()).containsExactly("office", "erp");
        assertThat(agent.target()).isEqualTo("10.0.0.7");
        assertThat(agent.targetPort()).isEqualTo(3390);
        assertThat(agent.weight()).isEqualTo(200);
        assertThat(agent.maxSessions()).isEqualTo(30);
        assertThat(agent.maxConcurrentLogons()).isEqualTo(4);
        assertThat(dao.find(id)).contains(agent);
        assertThat(agents.control(id).orElseThrow().policy()).hasToString("{\"idle\":1}");
    }

    @Test
    void nullClearsAFieldAndAbsenceDoesNot() throws Exception {
        String id = enrolled();
        done(agents.control(
                id, read("{\"max_sessions\": 30, \"weight\": 200, \"address\": \"10.0.0.7\"}"), null, ALICE));

        Agent agent = done(agents.control(id, read("{\"max_sessions\": null, \"weight\": null}"), null, ALICE));

        assertThat(agent.maxSessions()).isNull();
        assertThat(agent.weight()).isEqualTo(100);
        assertThat(agent.address()).isEqualTo("10.0.0.7");
    }

    @Test
    void settingAHostOnlineEndsItsQuarantine() {
        report(done(agents.enroll("rds-01", "machine-1")).agent().id());
        String id = done(agents.enroll("rds-01", "machine-1")).agent().id();

        Agent agent = done(agents.control(id, ControlChange.mode(AgentMode.ONLINE, false), null, ALICE));

        assertThat(agent.mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(agent.quarantined()).isFalse();
        assertThat(agent.reason()).isNull();
    }

    @Test
    void ofTwoPatchesOfOneVersionOneWins() throws Exception {
        AgentService other =
                new AgentService(dao, listener, agentId -> Map.of(), new RandomTokens(), InstantSource.system());
        String id = enrolled();
        long version = dao.find(id).orElseThrow().controlVersion();

        List<Change<Agent>> outcomes = Race.of(
                2,
                i -> () -> (i == 0 ? agents : other)
                        .control(
                                id,
                                ControlChange.mode(i == 0 ? AgentMode.DRAIN : AgentMode.MAINTENANCE, true),
                                version,
                                ALICE));

        assertThat(outcomes).filteredOn(Change.Done.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(Change.Refused.class::isInstance)
                .extracting(outcome -> refusal(outcome))
                .containsExactly(new Refusal.StaleVersion(
                        Subject.AGENT, id, dao.find(id).orElseThrow().controlVersion()));
    }

    @Test
    void patchesOfDifferentFieldsByTwoInstancesBothStay() throws Exception {
        AgentService other =
                new AgentService(dao, listener, agentId -> Map.of(), new RandomTokens(), InstantSource.system());
        for (int round = 1; round <= 20; round++) {
            String id = enrolled("machine-" + round);
            ControlChange drain = ControlChange.mode(AgentMode.DRAIN, true);
            ControlChange weight = read("{\"weight\": 300}");

            Race.of(2, i -> () -> done((i == 0 ? agents : other).control(id, i == 0 ? drain : weight, null, ALICE)));

            Agent agent = dao.find(id).orElseThrow();
            assertThat(agent.mode()).isEqualTo(AgentMode.DRAIN);
            assertThat(agent.weight()).isEqualTo(300);
        }
    }

    @Test
    void drainingTheLastEligibleHostNeedsForce() {
        String id = enrolled();
        needed.add(id);

        assertThat(refusal(agents.control(id, ControlChange.mode(AgentMode.DRAIN, false), null, ALICE)))
                .isEqualTo(new Refusal.LastEligibleHost(id, List.of("office")));
        assertThat(dao.find(id).orElseThrow().mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(done(agents.control(id, ControlChange.mode(AgentMode.DRAIN, true), null, ALICE))
                        .mode())
                .isEqualTo(AgentMode.DRAIN);
        assertThat(done(agents.control(id, ControlChange.mode(AgentMode.MAINTENANCE, false), null, ALICE))
                        .mode())
                .as("it took no new sessions any more")
                .isEqualTo(AgentMode.MAINTENANCE);
    }

    /** Each instance has a view in which the other's host takes sessions still. */
    @Test
    void twoInstancesThatDrainAtOnceLeaveOneHost() throws Exception {
        for (int round = 1; round <= 20; round++) {
            emptyTables();
            String one = enrolled("machine-1");
            String two = enrolled("machine-2");
            AgentService first = beside(one, two);
            AgentService second = beside(one, two);
            ControlChange drain = ControlChange.mode(AgentMode.DRAIN, false);

            List<Change<Agent>> outcomes =
                    Race.of(2, i -> () -> (i == 0 ? first : second).control(i == 0 ? one : two, drain, null, ALICE));

            assertThat(dao.all()).extracting(Agent::mode).containsOnlyOnce(AgentMode.ONLINE, AgentMode.DRAIN);
            assertThat(outcomes)
                    .filteredOn(outcome -> outcome instanceof Change.Refused)
                    .singleElement()
                    .satisfies(outcome -> assertThat(refusal(outcome))
                            .isInstanceOfSatisfying(
                                    Refusal.LastEligibleHost.class,
                                    last -> assertThat(last.farmIds()).containsExactly("office")));
        }
    }

    @Test
    void aHostThatWaitsForAnOperatorOrIsGoneServesNoFarm() {
        String one = enrolled("machine-1");
        String two = enrolled("machine-2");
        String gone = enrolled("machine-3");
        report(two);
        done(agents.enroll("rds", "machine-2"));
        done(agents.delete(gone, null, ALICE));
        AgentService stale = new AgentService(
                dao, listener, id -> Map.of("office", Set.of(two, gone)), new RandomTokens(), InstantSource.system());

        assertThat(refusal(stale.control(one, ControlChange.mode(AgentMode.DRAIN, false), null, ALICE)))
                .isEqualTo(new Refusal.LastEligibleHost(one, List.of("office")));
    }

    private AgentService beside(String one, String two) {
        return new AgentService(
                dao,
                listener,
                id -> Map.of("office", Set.of(id.equals(one) ? two : one)),
                new RandomTokens(),
                InstantSource.system());
    }

    @Test
    void badControlIsRefusedFieldByField() throws Exception {
        String id = enrolled();

        assertThat(refusal(agents.control(id, read("""
                                {"tags": {"role": ""}, "port": 0, "weight": 0, "max_sessions": -1, "address": "a b",
                                 "farm_ids": ["x", "x"], "until": "2020-01-01T00:00:00Z", "reason": "\\u0000"}
                                """), null, ALICE)).message())
                .contains(
                        "tags.role: ",
                        "port: ",
                        "weight: ",
                        "max_sessions: ",
                        "address: ",
                        "farm_ids: ",
                        "until: is past",
                        "until: is for drain",
                        "reason: ");
        assertThat(dao.find(id).orElseThrow().weight()).isEqualTo(100);
    }

    @Test
    void aDrainThatIsOverBringsTheHostBack() throws Exception {
        String due = enrolled("machine-1");
        String notYet = enrolled("machine-2");
        for (String id : List.of(due, notYet)) {
            done(agents.control(id, read("{\"mode\": \"drain\", \"until\": \"2999-01-01T00:00:00Z\"}"), null, ALICE));
        }
        database.jdbi()
                .useHandle(handle ->
                        handle.execute("UPDATE agent SET until = now() - interval '1 second' WHERE agent_id = ?", due));
        listener.heard.clear();

        assertThat(agents.bringBackDue()).extracting(Agent::id).containsExactly(due);

        assertThat(dao.find(due).orElseThrow().mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(dao.find(notYet).orElseThrow().mode()).isEqualTo(AgentMode.DRAIN);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of(due)));
        assertThat(agents.bringBackDue()).isEmpty();
        assertThat(audited(due).get(0).who()).isEqualTo("broker");
    }

    @Test
    void deletingAnAgentEndsItsHeartbeatAndItsLeases() throws Exception {
        String id = enrolled("machine-1");
        String other = enrolled("machine-2");
        database.jdbi().useHandle(handle -> {
            handle.execute("INSERT INTO heartbeat (agent_id, received_at) VALUES (?, now())", id);
            for (String agent : List.of(id, other)) {
                handle.execute(
                        "INSERT INTO lease VALUES (?, '', 'office', '', ?, 7, 1, now(), now() + interval '1 hour')",
                        "user of " + agent,
                        agent);
            }
        });
        listener.heard.clear();

        assertThat(done(agents.delete(id, null, ALICE)).id()).isEqualTo(id);

        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of(id)));
        assertThat(((RecordingListener.Released) listener.next()).leases())
                .extracting(Lease::person, Lease::rev)
                .containsExactly(tuple("user of " + id, 7L));
        FleetSnapshot left = database.jdbi().onDemand(FleetDao.class).snapshot(Known.NOTHING);
        assertThat(left.agents()).extracting(Agent::id).containsExactly(other);
        assertThat(left.heartbeats()).isEmpty();
        assertThat(left.leases()).extracting(Lease::agentId).containsExactly(other);
        assertThat(refusal(agents.delete(id, null, ALICE))).isEqualTo(new Refusal.NotFound(Subject.AGENT, id));
    }

    @Test
    void aLeaseCommittedWhileTheDeletionWaitsForTheGateEndsToo() throws Exception {
        String id = enrolled();
        try (Connection writer = database.database().open("lease")) {
            writer.setAutoCommit(false);
            execute(writer, "SELECT pg_advisory_xact_lock_shared(control_gate())");
            Thread deletion = new Thread(() -> done(agents.delete(id, null, ALICE)));
            deletion.start();
            awaitAWaiter();
            execute(
                    writer,
                    "INSERT INTO lease VALUES ('bob', '', '', '', '" + id
                            + "', 9, 1, now(), now() + interval '1 hour')");
            writer.commit();
            deletion.join(10_000);
        }

        assertThat(database.jdbi()
                        .onDemand(FleetDao.class)
                        .snapshot(Known.NOTHING)
                        .leases())
                .isEmpty();
    }

    /** Longer than a lease commit may take (3 s), and not for ever. */
    @Test
    void aChangeOutwaitsALeaseCommitAndThenGivesUp() throws Exception {
        String id = enrolled();
        try (Connection writer = database.database().open("lease")) {
            writer.setAutoCommit(false);
            execute(writer, "SELECT pg_advisory_xact_lock_shared(control_gate())");
            long start = System.nanoTime();

            assertThatThrownBy(() -> agents.control(id, ControlChange.mode(AgentMode.DRAIN, true), null, ALICE))
                    .satisfies(fault -> assertThat(SqlState.of(fault)).contains("55P03"));

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(3));
            writer.rollback();
        }
        assertThat(dao.find(id).orElseThrow().mode()).isEqualTo(AgentMode.ONLINE);
    }

    @Test
    void theListCanBeNarrowedToAMode() {
        String first = enrolled("machine-1");
        String second = enrolled("machine-2");
        done(agents.control(first, ControlChange.mode(AgentMode.DRAIN, true), null, ALICE));

        assertThat(agents.list(null, PageRequest.first()).items())
                .extracting(Agent::id)
                .containsExactly(second, first);
        assertThat(agents.list(AgentMode.DRAIN, PageRequest.first()).items())
                .extracting(Agent::id)
                .containsExactly(first);
    }

    private boolean isTokenOf(String id, String token) {
        return hashes.hashOf(id)
                .map(HexFormat.of()::formatHex)
                .filter(TokenHashes.hash(token)::equals)
                .isPresent();
    }

    private String enrolled() {
        return enrolled("machine-1");
    }

    private String enrolled(String machine) {
        return done(agents.enroll("rds-01", machine)).agent().id();
    }

    private static List<AuditEntry> audited(String id) {
        return new AuditLog(database.jdbi().onDemand(AuditDao.class))
                .list(new AuditFilter("", "agent", id), PageRequest.first())
                .items();
    }

    private static ControlChange read(String json) throws Exception {
        Violations violations = new Violations();
        ControlChange change = ControlChange.read(new JsonMapper().readTree(json), violations);
        assertThat(violations.list()).isEmpty();
        return change;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Waits until a session of the server waits for an advisory lock. */
    private static void awaitAWaiter() {
        long waiters = 0;
        while (waiters == 0) {
            waiters = database.jdbi()
                    .withHandle(handle -> handle.createQuery(
                                    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                            .mapTo(long.class)
                            .one());
        }
    }
}
