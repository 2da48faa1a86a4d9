package io.drover.command;

import static io.drover.control.Outcomes.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.control.Actor;
import io.drover.control.Change;
import io.drover.control.Race;
import io.drover.control.RandomTokens;
import io.drover.control.Violations;
import io.drover.database.DatabaseExtension;
import io.drover.fleet.AgentCommand;
import io.drover.fleet.AgentControl;
import io.drover.fleet.AgentDao;
import io.drover.fleet.AgentMode;
import io.drover.fleet.AgentService;
import io.drover.fleet.ControlChange;
import io.drover.fleet.FleetListener;
import io.drover.fleet.FleetListeners;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.HeartbeatBatch;
import io.drover.fleet.HeartbeatDao;
import io.drover.fleet.HeartbeatReport;
import io.drover.fleet.HostIdentity;
import io.drover.fleet.RestartProgress;
import io.drover.fleet.Session;
import io.drover.identity.UserName;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The restart of a drained host, step by step; what an instance sees of the fleet is not asked here. */
class RestartsIT {

    private static final Actor ALICE = Actor.operator("alice");
    private static final long UPTIME = 90_000;
    private static final String OPENED = "INSERT INTO connection SELECT 'd1', 'gateway-1', 'alice', '', agent_id, 1,"
            + " 'open', NULL, 1, clock_timestamp(), clock_timestamp() FROM agent";

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final RestartDao dao = database.jdbi().onDemand(RestartDao.class);
    private final CommandDao commands = database.jdbi().onDemand(CommandDao.class);
    private final PendingCommands pending = new PendingCommands(commands);
    private final CommandDelivery delivery = new CommandDelivery(commands, pending, Duration.ofMinutes(15));
    private final FleetListener listener = new FleetListeners(pending);
    private final AgentService agents = new AgentService(
            database.jdbi().onDemand(AgentDao.class),
            listener,
            id -> Map.of(),
            new RandomTokens(),
            InstantSource.system());
    private String id = "";
    private Restarts restarts = restarts(Duration.ofMinutes(10));

    @BeforeEach
    void oneHostThatDrains() {
        database.execute("TRUNCATE agent, heartbeat, lease, connection, command, restart, audit");
        id = done(agents.enroll("rds-01", "machine-1")).agent().id();
        restarts = restarts(Duration.ofMinutes(10));
        control("{\"mode\": \"drain\", \"restart_when_drained\": true, \"reason\": \"patches\"}");
        report("b1", UPTIME);
    }

    @Test
    void manyInstancesBeginOneRestart() throws Exception {
        Race.of(8, i -> step(restarts(Duration.ofMinutes(10))));
        Race.of(8, i -> step(restarts(Duration.ofMinutes(10))));

        assertThat(states()).containsExactly("waiting");
        assertThat(progress().attempt()).isEqualTo(1);
        assertThat(audit("restart")).isEqualTo(1);
    }

    private static Callable<Boolean> step(Restarts instance) {
        return () -> {
            instance.run();
            return true;
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE agent SET mode = 'online'",
                "UPDATE agent SET mode = 'maintenance'",
                "UPDATE agent SET quarantined = true",
                "UPDATE agent SET restart_when_drained = false",
                "UPDATE agent SET mode_since = clock_timestamp() + interval '1 hour'",
                "UPDATE heartbeat SET sessions = '[{\"id\": 2}]'",
                "INSERT INTO lease SELECT 'alice', 'CORP', 'office', '', agent_id, 1, 1, clock_timestamp(),"
                        + " clock_timestamp() + interval '900 s' FROM agent",
                OPENED,
            })
    void nothingBeginsWhileTheDatabaseKnowsBetterThanTheInstance(String change) {
        database.execute(change);

        restarts.run();

        assertThat(states()).isEmpty();
    }

    @Test
    void aUserWhoShouldHaveArrivedLongAgoHoldsNothing() {
        database.execute("INSERT INTO lease SELECT 'alice', 'CORP', 'office', '', agent_id, 1, 1,"
                + " clock_timestamp() - interval '61 s', clock_timestamp() + interval '900 s' FROM agent");

        restarts.run();

        assertThat(states()).containsExactly("waiting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void theBootEndsIt(boolean backOnline) {
        control("{\"online_after_restart\": " + backOnline + "}");
        restarts.run();
        acknowledge(told("b1", UPTIME).get(0), true);
        assertThat(progress().state()).isEqualTo("acknowledged");
        restarts.run();
        assertThat(agents.find(id).orElseThrow().mode()).isEqualTo(AgentMode.DRAIN);

        report("b2", 10);
        restarts.run();
        restarts.run();

        assertThat(agents.find(id)).hasValueSatisfying(agent -> {
            assertThat(agent.mode()).isEqualTo(backOnline ? AgentMode.ONLINE : AgentMode.DRAIN);
            assertThat(agent.reason()).isEqualTo(backOnline ? null : "patches");
            assertThat(agent.restartWhenDrained()).isFalse();
            assertThat(agent.onlineAfterRestart()).isFalse();
        });
        assertThat(states()).containsExactly("done");
        assertThat(dao.progress(id)).isEmpty();
        assertThat(audit("restarted")).isEqualTo(1);
    }

    @Test
    void theUptimeTellsOfTheBootWhereNoIdDoes() {
        report(null, UPTIME);
        restarts.run();
        assertThat(told(null, UPTIME + 30)).hasSize(1);
        report(null, UPTIME + 30);
        restarts.run();
        assertThat(dao.progress(id)).isPresent();

        assertThat(told(null, 5)).isEmpty();
        report(null, 5);
        restarts.run();

        assertThat(dao.progress(id)).isEmpty();
        assertThat(states()).containsExactly("done");
    }

    /** An exporter that is started anew works the moment of the same boot out anew. */
    @Test
    void anUptimeThatIsHalfAMinuteOffIsOfTheSameBoot() {
        control("{\"online_after_restart\": true}");
        report(null, UPTIME);
        restarts.run();
        report(null, UPTIME - 30);

        restarts.run();

        assertThat(dao.progress(id)).isPresent();
        assertThat(agents.find(id).orElseThrow().mode()).isEqualTo(AgentMode.DRAIN);
        assertThat(told(null, UPTIME - 30)).hasSize(1);
    }

    @Test
    void anUptimeThatIsNoneHoldsNobodyUp() {
        report(null, 10_000_000_000_000L);

        restarts.run();

        assertThat(states()).containsExactly("waiting");
    }

    /** With locks in another order the database would end one of the two. */
    @Test
    void anAgentIsDeletedWhileItAcknowledgesItsRestart() throws Exception {
        restarts.run();
        try (Connection acknowledging = database.database().open("acknowledging")) {
            acknowledging.setAutoCommit(false);
            try (Statement statement = acknowledging.createStatement()) {
                statement.execute("SELECT 1 FROM restart FOR UPDATE");
                CompletableFuture<Change<AgentControl>> deleted =
                        CompletableFuture.supplyAsync(() -> agents.delete(id, null, ALICE));
                awaitOneThatWaits();
                statement.execute("UPDATE command SET delivered_at = clock_timestamp()");
                acknowledging.commit();
                done(deleted.get(20, TimeUnit.SECONDS));
            }
        }

        assertThat(states()).isEmpty();
    }

    private static void awaitOneThatWaits() {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (database.query("SELECT pid::text FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock'")
                .isEmpty()) {
            assertThat(System.nanoTime()).as("somebody waits within 20 s").isLessThan(deadline);
        }
    }

    @Test
    void aCommandThatExpiresOrFailsIsFollowedByAnother() {
        restarts = restarts(Duration.ZERO);
        restarts.run();
        new CommandSweep(commands, 7).run();
        restarts.run();
        assertThat(states()).containsExactlyInAnyOrder("expired", "waiting");

        restarts = restarts(Duration.ofMinutes(10));
        restarts.run();
        assertThat(progress().attempt()).isEqualTo(3);
        acknowledge(told("b1", UPTIME).get(0), false);
        assertThat(progress().state()).isEqualTo("failed");
        assertThat(progress().error()).isEqualTo("not allowed");
        restarts.run();
        assertThat(progress().attempt()).isEqualTo(3);

        database.execute("UPDATE restart SET retry_at = clock_timestamp()");
        restarts.run();
        assertThat(progress().attempt()).isEqualTo(4);
        assertThat(told("b1", UPTIME)).hasSize(1);
    }

    @Test
    void anAcknowledgedRestartThatNeverHappensIsTriedAgain() {
        restarts.run();
        acknowledge(told("b1", UPTIME).get(0), true);
        restarts.run();
        assertThat(progress().attempt()).isEqualTo(1);
        assertThat(progress().retryAt()).isAfter(Instant.now().plus(14, ChronoUnit.MINUTES));

        database.execute("UPDATE restart SET retry_at = clock_timestamp()");
        restarts.run();

        assertThat(progress().attempt()).isEqualTo(2);
        assertThat(progress().state()).isEqualTo("queued");
    }

    @Test
    void aSessionThatBeganMeanwhileIsNotRestartedAway() {
        restarts.run();
        Session alice = new Session(2, UserName.parse("CORP\\alice"), "active", null);

        assertThat(delivery.due(heartbeat("b1", UPTIME, List.of(alice)))).isEmpty();
        assertThat(told("b1", UPTIME)).hasSize(1);
    }

    @Test
    void aConnectionThatOpenedMeanwhileIsNotRestartedAway() {
        restarts.run();
        database.execute(OPENED);
        assertThat(told("b1", UPTIME)).isEmpty();

        database.execute("UPDATE connection SET state = 'closed'");
        assertThat(told("b1", UPTIME)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"mode\": \"online\"}", "{\"restart_when_drained\": false}"})
    void whoCallsItOffIsHeardAtOnce(String change) {
        restarts.run();
        control(change);

        assertThat(told("b1", UPTIME)).isEmpty();
        restarts.run();
        assertThat(states()).containsExactly("cancelled");
        assertThat(dao.progress(id)).isEmpty();
    }

    @Test
    void anUnrelatedEditLosesNothing() {
        restarts.run();
        control("{\"tags\": {\"rack\": \"7\"}, \"reason\": \"more patches\"}");
        restarts.run();

        assertThat(told("b1", UPTIME)).hasSize(1);
        assertThat(states()).containsExactly("waiting");
    }

    @Test
    void theEndOfTheDrainWaitsForARestartThatTheAgentKnowsOf() {
        restarts.run();
        told("b1", UPTIME);
        database.execute("UPDATE agent SET until = clock_timestamp()");
        assertThat(agents.bringBackDue()).isEmpty();

        report("b2", 10);
        restarts.run();

        assertThat(agents.bringBackDue()).hasSize(1);
        assertThat(agents.find(id).orElseThrow().mode()).isEqualTo(AgentMode.ONLINE);
    }

    @Test
    void theEndOfTheDrainIsTheEndOfARestartThatDidNotComeToIt() {
        database.execute("UPDATE agent SET until = clock_timestamp()");

        assertThat(agents.bringBackDue()).hasSize(1);

        control("{\"mode\": \"drain\"}");
        assertThat(agents.find(id).orElseThrow().restartWhenDrained()).isFalse();
        restarts.run();
        assertThat(states()).isEmpty();
    }

    @Test
    void aDeletedAgentLeavesNothingBehind() {
        restarts.run();

        done(agents.delete(id, null, ALICE));

        assertThat(states()).isEmpty();
        assertThat(dao.progress(id)).isEmpty();
    }

    private Restarts restarts(Duration ttl) {
        return new Restarts(dao, () -> Set.of(id), listener, Duration.ofSeconds(60), ttl);
    }

    private void control(String json) {
        done(agents.control(id, ControlChange.read(json(json), new Violations()), null, ALICE));
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private List<AgentCommand> told(@Nullable String boot, long uptime) {
        return delivery.due(heartbeat(boot, uptime, List.of()));
    }

    private void acknowledge(AgentCommand command, boolean success) {
        delivery.acknowledge(
                id,
                List.of(json("{\"id\": \"" + command.id() + "\", \"success\": " + success
                        + ", \"error\": \"not allowed\"}")));
    }

    private void report(@Nullable String boot, long uptime) {
        HeartbeatReport report = new HeartbeatReport(
                heartbeat(boot, uptime, List.of()),
                HostIdentity.UNKNOWN,
                Set.of(),
                JsonNodeFactory.instance.objectNode(),
                List.of());
        assertThat(database.jdbi().onDemand(HeartbeatDao.class).write(HeartbeatBatch.of(List.of(report)), 300))
                .hasSize(1);
    }

    private Heartbeat heartbeat(@Nullable String boot, long uptime, List<Session> sessions) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        return new Heartbeat(id, boot, null, now, 90, 10.0, 20.0, true, null, sessions, List.of(), uptime);
    }

    private RestartProgress progress() {
        return dao.progress(id).orElseThrow();
    }

    private static List<@Nullable String> states() {
        return database.query("SELECT state FROM command ORDER BY created_at");
    }

    private static long audit(String action) {
        return database.query("SELECT action FROM audit WHERE action = '" + action + "'")
                .size();
    }
}
