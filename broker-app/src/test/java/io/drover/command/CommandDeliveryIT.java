package io.drover.command;

import static io.drover.control.Outcomes.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.control.Actor;
import io.drover.control.Cursor;
import io.drover.control.PageRequest;
import io.drover.control.RandomTokens;
import io.drover.database.Clearing;
import io.drover.database.DatabaseExtension;
import io.drover.fleet.AgentCommand;
import io.drover.fleet.AgentDao;
import io.drover.fleet.AgentService;
import io.drover.fleet.FleetListeners;
import io.drover.fleet.FleetView;
import io.drover.fleet.Heartbeat;
import io.drover.identity.Domains;
import io.drover.lease.StorageUnavailableException;
import io.drover.policy.SampleSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CommandDeliveryIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final AtomicInteger asked = new AtomicInteger();
    private final CommandDao dao = counted().onDemand(CommandDao.class);
    private final PendingCommands pending = new PendingCommands(dao);
    private final CommandDelivery delivery = new CommandDelivery(dao, pending, Duration.ofMinutes(15));
    private String id = "";
    private String other = "";

    private Jdbi counted() {
        Jdbi jdbi = Jdbi.create(database.dataSource())
                .installPlugin(new SqlObjectPlugin())
                .installPlugin(new PostgresPlugin());
        return jdbi.setSqlLogger(new SqlLogger() {
            @Override
            public void logBeforeExecution(StatementContext context) {
                asked.incrementAndGet();
            }
        });
    }

    @BeforeEach
    void twoAgents() {
        database.execute("TRUNCATE agent, heartbeat, command, restart, audit");
        AgentService agents = new AgentService(
                database.jdbi().onDemand(AgentDao.class),
                new FleetListeners(),
                agentId -> Map.of(),
                new RandomTokens(),
                InstantSource.system());
        id = done(agents.enroll("rds-01", "machine-1")).agent().id();
        other = done(agents.enroll("rds-02", "machine-2")).agent().id();
    }

    /** It knows no host then, and no session: neither "there is none" nor "done" would be true. */
    @Test
    void whatIsWantedOfHostsBeforeTheFleetWasReadIsUnavailable() {
        CommandService service = new CommandService(
                dao,
                new FleetView(SampleSettings.PLACEMENT, Domains.withoutAliases(), InstantSource.system()),
                new FleetListeners(),
                new RandomTokens(),
                new CommandService.Limits(Duration.ofMinutes(1), 10, Duration.ZERO));
        SessionOrder logoff = new SessionOrder(CommandAction.LOGOFF, "", "");
        Actor alice = Actor.operator("alice");
        List<ThrowingCallable> all = List.of(
                () -> service.list(id, "", new PageRequest(10, Cursor.START)),
                () -> service.inSession(id, 1, logoff, alice),
                () -> service.inSessions(id, SessionScope.ALL, logoff, alice),
                () -> service.restart(id, true, alice));

        assertThat(all).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(StorageUnavailableException.class));
    }

    @Test
    void aHeartbeatAsksTheDatabaseNothingWhileNoCommandWaits() {
        due(id);
        delivery.acknowledge(id, List.of());
        assertThat(asked).hasValue(0);

        String command = queue(id, Duration.ofMinutes(10));
        asked.set(0);
        due(other);
        assertThat(asked).hasValue(0);

        assertThat(due(id)).extracting(AgentCommand::id).containsExactly(command);
        delivery.acknowledge(id, List.of(result(command, true)));
        due(id);
        asked.set(0);
        due(id);
        assertThat(asked).hasValue(0);
    }

    @Test
    void anExpiredCommandIsNotTold() {
        queue(id, Duration.ZERO);

        assertThat(due(id)).isEmpty();
        new CommandSweep(dao, 7).run();
        assertThat(states()).containsExactly("expired");
    }

    @Test
    void whatWasDoneAfterAllCountsAsDone() {
        String command = queue(id, Duration.ZERO);
        new CommandSweep(dao, 7).run();

        delivery.acknowledge(id, List.of(result(command, true)));

        assertThat(states()).containsExactly("done");
    }

    @Test
    void nobodyAcknowledgesForAnother() {
        String command = queue(id, Duration.ofMinutes(10));

        delivery.acknowledge(other, List.of(result(command, true)));

        assertThat(states()).containsExactly("waiting");
        assertThat(due(id)).hasSize(1);
    }

    @Test
    void theSameResultAgainAndNonsenseChangeNothing() {
        String command = queue(id, Duration.ofMinutes(10));
        delivery.acknowledge(id, List.of(result(command, false)));

        delivery.acknowledge(
                id,
                List.of(
                        result(command, true),
                        result("none", true),
                        JsonNodeFactory.instance.textNode("nonsense"),
                        JsonNodeFactory.instance.objectNode()));

        assertThat(states()).containsExactly("failed");
        assertThat(database.query("SELECT error FROM command")).containsExactly("no such session");
        assertThat(database.query("SELECT action FROM audit WHERE action LIKE 'command_%'"))
                .containsExactly("command_failed");
    }

    @Test
    void commandsThatEndedLongAgoAreForgotten() {
        queue(id, Duration.ZERO);
        queue(id, Duration.ofMinutes(10));
        CommandSweep sweep = new CommandSweep(dao, 7, new Clearing(1_000, Duration.ofMinutes(1), System::nanoTime));
        sweep.run();
        database.execute("UPDATE command SET finished_at = finished_at - interval '8 days'");

        sweep.run();

        assertThat(states()).containsExactly("waiting");
    }

    @Test
    void manyCommandsEndAndAreForgottenStepByStep() {
        database.execute("""
                INSERT INTO command (command_id, agent_id, action, requested_by, expires_at)
                SELECT 'c' || i, '%s', 'logoff', 'operator', now() - interval '1 day' FROM generate_series(1, 1234) AS i
                """.formatted(id));
        CommandSweep sweep = new CommandSweep(dao, 7);

        sweep.run();
        assertThat(states()).hasSize(1234).containsOnly("expired");
        assertThat(database.query("SELECT count(*) FROM audit WHERE action = 'command_expired'"))
                .containsExactly("1234");

        database.execute("UPDATE command SET finished_at = finished_at - interval '8 days'");
        sweep.run();
        assertThat(states()).isEmpty();
    }

    @Test
    void aReloadFindsWhatNobodyTold() {
        queue(id, Duration.ofMinutes(10));
        PendingCommands another = new PendingCommands(dao);
        another.reload();
        assertThat(another.noteOf(id)).isPositive();
        assertThat(another.noteOf(other)).isNegative();

        database.execute("DELETE FROM command");
        another.reload();

        assertThat(another.noteOf(id)).isNegative();
    }

    /** A change holds the gate, for which all lease commits wait, while one who queues may stand still. */
    @Test
    void anOperatorsChangeDoesNotWaitForOneWhoQueues() {
        try (Handle queueing = database.jdbi().open()) {
            queueing.begin();
            queueing.attach(CommandDao.class).queue(logoff(id), 10, "command");

            database.execute("SET lock_timeout = '2s'; UPDATE agent SET mode = 'drain' WHERE agent_id = '" + id + "'");

            queueing.commit();
        }
        assertThat(database.query("SELECT mode FROM agent WHERE agent_id = '" + id + "'"))
                .containsExactly("drain");
        assertThat(states()).containsExactly("waiting");
    }

    /** The server alone holds what a deletion waits for, and for no longer than the statement takes. */
    @Test
    void commandsAreQueuedInOneStatement() {
        dao.queue(logoff(id), 10, "command");

        assertThat(asked).hasValue(1);
        assertThat(states()).containsExactly("waiting");
    }

    @Test
    void thoseWhoQueueAtOnceDoNotExceedWhatMayWait() throws Exception {
        CompletableFuture<CommandDao.Queueing> second;
        try (Handle first = database.jdbi().open()) {
            first.begin();
            first.attach(CommandDao.class).queue(logoff(id), 1, "command");
            second = CompletableFuture.supplyAsync(() -> dao.queue(logoff(id), 1, "command"));
            awaitOneThatWaits();
            assertThat(dao.queue(logoff(other), 1, "command")).isInstanceOf(CommandDao.Queued.class);
            first.commit();
        }

        assertThat(second.get(20, TimeUnit.SECONDS)).isInstanceOf(CommandDao.Full.class);
        assertThat(states()).containsExactly("waiting", "waiting");
    }

    @Test
    void nothingIsQueuedForAnAgentThatIsDeletedMeanwhile() throws Exception {
        CompletableFuture<CommandDao.Queueing> queued;
        try (Handle deleting = database.jdbi().open()) {
            deleting.begin();
            deleting.execute("DELETE FROM agent WHERE agent_id = ?", id);
            queued = CompletableFuture.supplyAsync(() -> dao.queue(logoff(id), 10, "command"));
            awaitOneThatWaits();
            deleting.commit();
        }

        assertThat(queued.get(20, TimeUnit.SECONDS)).isInstanceOf(CommandDao.NoAgent.class);
        assertThat(states()).isEmpty();
    }

    @Test
    void whatIsQueuedFirstGoesWithItsAgent() throws Exception {
        CompletableFuture<Void> deleted;
        try (Handle queueing = database.jdbi().open()) {
            queueing.begin();
            queueing.attach(CommandDao.class).queue(logoff(id), 10, "command");
            deleted = CompletableFuture.runAsync(
                    () -> database.execute("DELETE FROM agent WHERE agent_id = '" + id + "'"));
            awaitOneThatWaits();
            queueing.commit();
        }

        deleted.get(20, TimeUnit.SECONDS);
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

    private static CommandBatch logoff(String agentId) {
        return new CommandBatch(
                agentId,
                "logoff",
                List.of(new RandomTokens().next(16)),
                List.of(2L),
                "",
                "",
                Actor.operator("alice").name(),
                600,
                null,
                null);
    }

    private String queue(String agentId, Duration ttl) {
        String commandId = new RandomTokens().next(16);
        CommandBatch batch = new CommandBatch(
                agentId,
                "logoff",
                List.of(commandId),
                List.of(2L),
                "",
                "",
                Actor.operator("alice").name(),
                ttl.toSeconds(),
                null,
                null);
        assertThat(dao.queue(batch, 10, "command")).isInstanceOf(CommandDao.Queued.class);
        pending.commandsChanged(Set.of(agentId));
        return commandId;
    }

    private List<AgentCommand> due(String agentId) {
        return delivery.due(new Heartbeat(
                agentId, null, null, Instant.now(), 90, 10.0, 20.0, true, null, List.of(), List.of(), 100L));
    }

    private static JsonNode result(String id, boolean success) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("success", success)
                .put("error", "no such session");
    }

    private static List<@Nullable String> states() {
        return database.query("SELECT state FROM command ORDER BY created_at");
    }
}
