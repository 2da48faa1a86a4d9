package io.drover.fleet;

import static io.drover.control.Outcomes.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.catalog.ResourceDao;
import io.drover.catalog.ResourceDraft;
import io.drover.catalog.ResourceService;
import io.drover.control.Actor;
import io.drover.control.RandomTokens;
import io.drover.control.Violations;
import io.drover.database.DatabaseExtension;
import io.drover.policy.Strategies;
import java.sql.Connection;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While a lease commit holds the gate, no change of what it relies on can be made. */
class ChangesCloseTheGateIT {

    private static final Actor ALICE = Actor.operator("alice");

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final AgentDao agentDao = database.jdbi().onDemand(AgentDao.class);
    private final FleetListeners nobody = new FleetListeners();
    private final FarmService farms = new FarmService(
            database.jdbi().onDemand(FarmDao.class), nobody, new RandomTokens(), () -> Strategies.UNKNOWN);
    private final ResourceService resources =
            new ResourceService(database.jdbi().onDemand(ResourceDao.class), ids -> {}, new RandomTokens());
    private final AgentService agents =
            new AgentService(agentDao, nobody, id -> Map.of(), new RandomTokens(), InstantSource.system());
    private final HostIdentities identities = new HostIdentities(agentDao, ids -> {});
    private String agent = "";

    private final Map<String, Function<ChangesCloseTheGateIT, Object>> changes = Map.ofEntries(
            Map.entry("create farm", it -> done(it.farms.create(farm("new"), ALICE))),
            Map.entry("replace farm", it -> done(it.farms.replace("office", farm("office"), null, ALICE))),
            Map.entry("delete farm", it -> done(it.farms.delete("office", null, false, ALICE))),
            Map.entry("force farm away", it -> done(it.farms.delete("office", null, true, ALICE))),
            Map.entry("create resource", it -> done(it.resources.create(resource("new"), ALICE))),
            Map.entry("replace resource", it -> done(it.resources.replace("desk", resource("desk"), null, ALICE))),
            Map.entry("delete resource", it -> done(it.resources.delete("desk", null, ALICE))),
            Map.entry("control agent", it -> done(it.agents.control(it.agent, drain(), null, ALICE))),
            Map.entry("delete agent", it -> done(it.agents.delete(it.agent, null, ALICE))),
            Map.entry("enrol", it -> done(it.agents.enroll("rds-02", "machine-2"))),
            Map.entry("enrol again", it -> done(it.agents.enroll("rds-01", "machine-1"))),
            Map.entry(
                    "rename host", it -> it.identities.check(it.agent, new HostIdentity("x", null, null, null), true)),
            Map.entry("end drain", it -> it.agents.bringBackDue()));

    @BeforeEach
    void oneOfEach() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE agent, heartbeat, farm, resource"));
        done(farms.create(farm("office"), ALICE));
        done(resources.create(resource("desk"), ALICE));
        agent = done(agents.enroll("rds-01", "machine-1")).agent().id();
        identities.check(agent, new HostIdentity("rds-01", null, null, null), false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create farm",
                "replace farm",
                "delete farm",
                "force farm away",
                "create resource",
                "replace resource",
                "delete resource",
                "control agent",
                "delete agent",
                "enrol",
                "enrol again",
                "rename host",
                "end drain"
            })
    void aChangeWaitsForTheCommitsUnderWay(String change) throws Exception {
        if (change.equals("end drain")) {
            done(agents.control(agent, drain(), null, ALICE));
            database.jdbi().useHandle(handle -> handle.execute("UPDATE agent SET until = now()"));
        }
        ExecutorService operator = Executors.newSingleThreadExecutor();
        try (Connection commit = database.database().open("lease");
                Statement statement = commit.createStatement()) {
            commit.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock_shared(control_gate())");
            Future<Object> changing = operator.submit(() -> operation(change).apply(this));
            while (waiters() == 0 && !changing.isDone()) {
                Thread.onSpinWait();
            }
            assertThat(changing).isNotDone();
            commit.rollback();
            assertThat(changing.get(10, TimeUnit.SECONDS)).isNotNull();
        } finally {
            operator.shutdownNow();
        }
    }

    private Function<ChangesCloseTheGateIT, Object> operation(String change) {
        Function<ChangesCloseTheGateIT, Object> operation = changes.get(change);
        if (operation == null) {
            throw new AssertionError("no such change: " + change);
        }
        return operation;
    }

    private static long waiters() {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery(
                                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                        .mapTo(long.class)
                        .one());
    }

    private static ControlChange drain() {
        return ControlChange.mode(AgentMode.DRAIN, true);
    }

    private static FarmDraft farm(String id) {
        return FarmDraft.read(Reports.json("{\"id\": \"" + id + "\"}"), new Violations());
    }

    private static ResourceDraft resource(String id) {
        return ResourceDraft.read(Reports.json("{\"id\": \"" + id + "\"}"), new Violations());
    }
}
