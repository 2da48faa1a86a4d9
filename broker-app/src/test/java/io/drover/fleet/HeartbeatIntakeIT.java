package io.drover.fleet;

import static io.drover.control.Outcomes.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.audit.AuditDao;
import io.drover.audit.AuditEntry;
import io.drover.audit.AuditFilter;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;
import io.drover.control.PageRequest;
import io.drover.control.RandomTokens;
import io.drover.control.Violations;
import io.drover.database.DatabaseExtension;
import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HeartbeatIntakeIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final AgentDao agents = database.jdbi().onDemand(AgentDao.class);
    private final HeartbeatDao heartbeats = database.jdbi().onDemand(HeartbeatDao.class);
    private final AuditLog audit = new AuditLog(database.jdbi().onDemand(AuditDao.class));
    private final RecordingListener listener = new RecordingListener();
    private final BlockingQueue<Set<String>> written = new LinkedBlockingQueue<>();
    private final ConcurrentHashMap<String, Heartbeat> view = new ConcurrentHashMap<>();
    private final HeartbeatWriter writer =
            new HeartbeatWriter(heartbeats, written::add, new HeartbeatWriter.Settings(100, 10, Duration.ofMillis(1)));
    private final HostIdentities identities = new HostIdentities(agents, listener::agentsChanged);
    private final BootConflicts conflicts = new BootConflicts(agents, audit);
    private final HeartbeatIntake intake = new HeartbeatIntake(
            identities,
            conflicts,
            id -> Optional.ofNullable(view.get(id)),
            beat -> view.put(beat.agentId(), beat),
            writer,
            InstantSource.system());
    private final AgentService service = new AgentService(
            agents, new FleetListeners(identities), id -> Map.of(), new RandomTokens(), InstantSource.system());
    private String id = "";

    @BeforeEach
    void oneAgent() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE agent, heartbeat, audit"));
        id = done(service.enroll("rds-01", "machine-1")).agent().id();
        writer.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        writer.stop();
    }

    @Test
    void aHeartbeatIsSeenAtOnceAndWrittenSoon() throws Exception {
        assertThat(receive("\"seq\": 1, \"health\": {\"score\": 90}, \"server\": {\"hostname\": \"rds-01\"}"))
                .isInstanceOf(HeartbeatOutcome.Accepted.class);

        assertThat(seen().healthScore()).isEqualTo(90);
        assertThat(written.poll(10, TimeUnit.SECONDS)).containsExactly(id);
        assertThat(heartbeats.unknown(Map.of()))
                .extracting(Heartbeat::healthScore)
                .containsExactly(90);
    }

    /** Dated by a machine's clock that is ahead, it would hide what the host says next. */
    @Test
    void nothingIsTakenInBeforeTheDatabasesTimeIsKnown() {
        DatabaseClock clock = new DatabaseClock(() -> Instant.now().plusSeconds(3_600));
        HeartbeatIntake early = new HeartbeatIntake(
                identities,
                conflicts,
                agentId -> Optional.ofNullable(view.get(agentId)),
                beat -> view.put(beat.agentId(), beat),
                writer,
                clock.onceMeasured());
        JsonNode json = Reports.json("{\"protocol_version\": 4}");
        assertThatThrownBy(() -> early.receive(id, json)).isInstanceOf(StorageUnavailableException.class);
        assertThat(view).isEmpty();

        Instant asked = Instant.now().plusSeconds(3_600);
        clock.observe(asked, Instant.now(), asked);

        assertThat(early.receive(id, json)).isInstanceOf(HeartbeatOutcome.Accepted.class);
        assertThat(seen().receivedAt()).isBefore(Instant.now().plusSeconds(60));
    }

    @Test
    void anOlderHeartbeatIsIgnoredEntirely() {
        receive("\"seq\": 12, \"server\": {\"hostname\": \"rds-01\"}");

        assertThat(receive("\"seq\": 11, \"server\": {\"hostname\": \"evil\"}, \"health\": {\"score\": 1}"))
                .isInstanceOf(HeartbeatOutcome.Older.class);

        assertThat(seen().seq()).isEqualTo(12);
        assertThat(agent().hostname()).isEqualTo("rds-01");
    }

    @Test
    void whatAnotherInstanceTookInCounts() {
        view.put(id, Reports.of(id, Instant.now().plusSeconds(1), "b1", 20L).heartbeat());

        assertThat(receive("\"boot_id\": \"b1\", \"seq\": 19")).isInstanceOf(HeartbeatOutcome.Older.class);
    }

    @Test
    void theFirstNameAndAddressAreTaken() {
        receive(
                "\"address\": \"10.0.0.7\", \"port\": 3390, \"zone\": \"north\", \"server\": {\"hostname\": \"rds-01.corp\"}");

        assertThat(agent().mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(agent().hostname()).isEqualTo("rds-01.corp");
        assertThat(agent().target()).isEqualTo("10.0.0.7");
        assertThat(agent().targetPort()).isEqualTo(3390);
        assertThat(agent().zone()).isEqualTo("north");
    }

    @Test
    void aHostThatWouldRedirectUsersGoesIntoMaintenance() throws Exception {
        receive("\"server\": {\"hostname\": \"rds-01\"}");
        long version = agent().controlVersion();
        listener.heard.clear();

        HeartbeatOutcome outcome = receive("\"server\": {\"hostname\": \"evil\"}");

        assertThat(((HeartbeatOutcome.Accepted) outcome).barred()).isTrue();
        assertThat(agent().mode()).isEqualTo(AgentMode.MAINTENANCE);
        assertThat(agent().quarantined()).isTrue();
        assertThat(agent().hostname()).isEqualTo("evil");
        assertThat(agent().reason()).isEqualTo("the host reports another name or address");
        assertThat(agent().controlVersion()).isGreaterThan(version);
        assertThat(listener.next()).isEqualTo(new RecordingListener.Agents(Set.of(id)));
        assertThat(audited().get(0).action()).isEqualTo("redirect");
    }

    @Test
    void anotherSelfReportedAddressGoesIntoMaintenanceToo() {
        receive("\"server\": {\"hostname\": \"rds-01\"}");

        receive("\"address\": \"6.6.6.6\", \"server\": {\"hostname\": \"rds-01\"}");

        assertThat(agent().mode()).isEqualTo(AgentMode.MAINTENANCE);
    }

    @Test
    void aHostThatReportedWithoutANameDoesNotMoveUsersWithItsFirstOne() {
        receive("\"seq\": 1");

        receive("\"seq\": 2, \"address\": \"6.6.6.6\", \"server\": {\"hostname\": \"rds-01\"}");

        assertThat(agent().mode()).isEqualTo(AgentMode.MAINTENANCE);
    }

    @Test
    void onceAnOperatorSetItOnlineTheNewNameHolds() {
        receive("\"server\": {\"hostname\": \"rds-01\"}");
        receive("\"server\": {\"hostname\": \"rds-09\"}");
        done(service.control(id, ControlChange.mode(AgentMode.ONLINE, false), null, Actor.operator("alice")));

        receive("\"server\": {\"hostname\": \"rds-09\"}");

        assertThat(agent().mode()).isEqualTo(AgentMode.ONLINE);
        assertThat(agent().hostname()).isEqualTo("rds-09");
    }

    @Test
    void anExplicitAddressOutweighsWhatTheHostReports() {
        receive("\"address\": \"10.0.0.7\", \"port\": 3390, \"server\": {\"hostname\": \"rds-01\"}");
        ControlChange explicit = ControlChange.read(Reports.json("{\"address\": \"192.0.2.1\"}"), new Violations());
        done(service.control(id, explicit, null, Actor.operator("alice")));

        receive("\"address\": \"10.0.0.7\", \"port\": 3390, \"server\": {\"hostname\": \"rds-01\"}");

        assertThat(agent().target()).isEqualTo("192.0.2.1");
        assertThat(agent().targetPort()).isEqualTo(3389);
        assertThat(agent().mode()).isEqualTo(AgentMode.ONLINE);
    }

    @Test
    void whatAHostSaidLastIsWhatItsNextReportIsComparedWith() {
        receive("\"server\": {\"hostname\": \"rds-01\"}, \"zone\": \"north\"");
        receive("\"server\": {\"hostname\": \"rds-01\"}, \"zone\": \"south\"");
        receive("\"server\": {\"hostname\": \"rds-01\"}, \"zone\": \"south\"");
        assertThat(agent().zone()).isEqualTo("south");

        receive("\"server\": {\"hostname\": \"rds-01\"}, \"zone\": \"north\"");

        assertThat(agent().zone()).isEqualTo("north");
        assertThat(audited())
                .filteredOn(entry -> entry.action().equals("identify"))
                .hasSize(3);
    }

    @Test
    void modeTagsAndFarmsInAHeartbeatChangeNothing() {
        receive("\"server\": {\"hostname\": \"rds-01\"}");
        Agent before = agent();

        receive("\"mode\": \"maintenance\", \"tags\": {\"role\": \"admin\"}, \"farm_ids\": [\"erp\"]");

        assertThat(agent()).isEqualTo(before);
    }

    @Test
    void twoMachinesUnderOneIdAreReportedOnceAnHour() {
        receive("\"boot_id\": \"x1\", \"seq\": 5");
        receive("\"boot_id\": \"y1\", \"seq\": 9");
        assertThat(receive("\"boot_id\": \"x1\", \"seq\": 6")).isEqualTo(new HeartbeatOutcome.Conflict());
        receive("\"boot_id\": \"y1\", \"seq\": 10");
        assertThat(receive("\"boot_id\": \"x1\", \"seq\": 7")).isEqualTo(new HeartbeatOutcome.Conflict());

        assertThat(service.conflict(id))
                .hasValueSatisfying(conflict -> assertThat(conflict)
                        .extracting(AgentConflict::bootId, AgentConflict::otherBootId)
                        .containsExactly("y1", "x1"));
        assertThat(seen().bootId()).isEqualTo("y1");
        assertThat(audited())
                .filteredOn(entry -> entry.action().equals("conflict"))
                .hasSize(1);
    }

    @Test
    void anAgentThatWasDeletedIsUnknown() {
        receive("\"seq\": 1");
        done(service.delete(id, null, Actor.operator("alice")));

        assertThat(receive("\"seq\": 2")).isEqualTo(new HeartbeatOutcome.UnknownAgent());
        assertThat(heartbeats.unknown(Map.of())).isEmpty();
    }

    @Test
    void aHeartbeatOfTheWrongShapeIsRefused() {
        assertThat(intake.receive(id, Reports.json("{\"protocol_version\": 9}")))
                .isInstanceOf(HeartbeatOutcome.Invalid.class);
    }

    private HeartbeatOutcome receive(String fields) {
        return intake.receive(id, Reports.json("{\"protocol_version\": 4, " + fields + "}"));
    }

    private Heartbeat seen() {
        return Objects.requireNonNull(view.get(id), "the view has no heartbeat");
    }

    private Agent agent() {
        return agents.find(id).orElseThrow();
    }

    private List<AuditEntry> audited() {
        return audit.list(new AuditFilter("", "agent", id), PageRequest.first()).items();
    }
}
