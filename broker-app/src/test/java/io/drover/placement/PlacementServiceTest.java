package io.drover.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.degraded.DegradedLeaseStore;
import io.drover.degraded.Leading;
import io.drover.degraded.Outage;
import io.drover.degraded.OutageListener;
import io.drover.degraded.SwitchedStore;
import io.drover.fleet.Agent;
import io.drover.fleet.AgentBuilder;
import io.drover.fleet.AgentMode;
import io.drover.fleet.FleetSnapshot;
import io.drover.fleet.FleetView;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.Session;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.LeaseStore;
import io.drover.lease.MemoryLeaseStore;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.policy.PlacementSettings;
import io.drover.policy.RuleSource;
import io.drover.policy.SampleSettings;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import io.drover.policy.engine.RuleCompiler;
import io.drover.policy.fact.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlacementServiceTest {

    private static CompiledRules rules;

    private final PlacementSettings settings = SampleSettings.PLACEMENT;
    private final AtomicLong now =
            new AtomicLong(Instant.parse("2026-03-02T09:00:00Z").toEpochMilli());
    private final FleetView fleet =
            new FleetView(settings, Domains.withoutAliases(), () -> Instant.ofEpochMilli(now.get()));
    private final List<PlacementRecord> log = new ArrayList<>();
    private final MemoryLeaseStore memory = new MemoryLeaseStore(
            () -> Instant.ofEpochMilli(now.get()),
            check -> fleet.agent(check.id()).map(Agent::controlVersion).orElse(0L));
    private final HoldingLeaseStore store = new HoldingLeaseStore(memory);
    private PlacementService service;

    @BeforeAll
    static void compile() throws Exception {
        rules = new RuleCompiler(false).compile(RuleSource.read(Path.of("..", "rules")));
    }

    @AfterAll
    static void dispose() {
        rules.close();
    }

    @BeforeEach
    void start() {
        fleet.reload(FleetSnapshot.EMPTY, fleet.known());
        fleet.install(new LivingEngine(rules, Domains.withoutAliases()::same, VerdictListener.NONE));
        for (String id : List.of("rds-01", "rds-02")) {
            fleet.put(agent(id, AgentMode.ONLINE, 1));
            fleet.put(heartbeat(id, 90, List.of()));
        }
        service = service(store);
    }

    private PlacementService service(LeaseStore leases) {
        AtomicLong ids = new AtomicLong();
        return new PlacementService(
                settings,
                Domains.withoutAliases(),
                fleet,
                leases,
                stale -> CompletableFuture.completedFuture(null),
                (lease, claimed) -> {},
                log::add,
                new PlacementService.Chance() {
                    @Override
                    public String decisionId() {
                        return "decision-" + ids.incrementAndGet();
                    }

                    @Override
                    public long seed() {
                        return 1;
                    }
                },
                () -> Instant.ofEpochMilli(now.get()),
                Runnable::run);
    }

    @Test
    void usersSpreadBeforeAnyHeartbeatShowsThem() {
        assertThat(place("alice").agentId()).isEqualTo("rds-01");
        assertThat(place("bob").agentId()).isEqualTo("rds-02");
        assertThat(place("carol").agentId()).isEqualTo("rds-01");
    }

    @Test
    void usersSpreadWhileTheirLeasesAreBeingWritten() {
        store.hold();
        List<CompletableFuture<PlacementDecision>> asked = List.of(ask("alice"), ask("bob"), ask("carol"), ask("dave"));
        store.letGo();

        assertThat(asked)
                .extracting(answer -> ((Placed) answer.join()).agentId())
                .containsExactly("rds-01", "rds-02", "rds-01", "rds-02");
        assertThat(fleet.verdicts())
                .allSatisfy(v -> assertThat(v.agent().underWay()).isEqualTo(2));
    }

    @Test
    void aLeaseThatCannotBeWrittenIsNoLoad() {
        store.hold();
        CompletableFuture<PlacementDecision> answer = ask("alice");
        store.failAll();

        assertThat(((PlacementDecision.Refused) answer.join()).code()).isEqualTo("storage_unavailable");
        assertThat(fleet.verdicts())
                .allSatisfy(v -> assertThat(v.agent().underWay()).isZero());
    }

    @Test
    void aUserWhoAsksTwiceAtOnceIsOneUserOnOneHost() {
        fleet.removeAgent("rds-02");
        fleet.put(limited("rds-01", 1));
        store.hold();
        List<CompletableFuture<PlacementDecision>> asked = List.of(ask("CORP\\alice"), ask("alice@corp.example"));
        store.letGo();

        assertThat(asked)
                .allSatisfy(
                        answer -> assertThat(((Placed) answer.join()).agentId()).isEqualTo("rds-01"));
        assertThat(fleet.verdicts())
                .allSatisfy(v -> assertThat(v.agent().underWay()).isEqualTo(1));
        assertThat(((PlacementDecision.Refused) ask("bob").join()).code()).isEqualTo("no_eligible_host");
    }

    @Test
    void aUsersOwnLogonThatIsBeingWrittenIsNotOneTooMany() {
        fleet.removeAgent("rds-02");
        fleet.put(AgentBuilder.agent("rds-01").maxConcurrentLogons(1).version(2).build());
        store.hold();
        List<CompletableFuture<PlacementDecision>> asked = List.of(ask("alice"), ask("alice"), ask("bob"));
        store.letGo();

        assertThat(asked.subList(0, 2))
                .allSatisfy(
                        answer -> assertThat(((Placed) answer.join()).agentId()).isEqualTo("rds-01"));
        assertThat(((PlacementDecision.Refused) asked.get(2).join()).code()).isEqualTo("no_eligible_host");
    }

    /** As a page does that opens many RemoteApps: each answer changes the lease that all others were decided by. */
    @Test
    void aUserWhoAsksManyTimesAtOnceGetsAnAnswerToEach() {
        store.hold();
        List<CompletableFuture<PlacementDecision>> asked =
                Stream.generate(() -> ask("alice")).limit(12).toList();
        store.letGoOneByOne();

        assertThat(asked)
                .allSatisfy(
                        answer -> assertThat(((Placed) answer.join()).agentId()).isEqualTo("rds-01"));
        assertThat(log).extracting(PlacementRecord::tries).contains(12);
    }

    @Test
    void aLeaseHoldsInAnySpelling() {
        place("alice@corp.example");
        fleet.put(heartbeat("rds-01", 61, List.of()));
        Placed again = place("CORP\\alice");
        assertThat(again.agentId()).isEqualTo("rds-01");
        assertThat(again.reason()).isEqualTo(Reason.EXISTING_LEASE);
        assertThat(place("alice").agentId()).isEqualTo("rds-01");
        assertThat(place("OTHER\\alice").agentId()).isEqualTo("rds-02");
    }

    /** Whoever asks for something else than a decision does not keep the rules from hearing that a host fell silent. */
    @Test
    void aHostThatFellSilentIsOfflineForTheRulesWhateverWasAskedBefore() {
        now.addAndGet(31_000);
        assertThat(fleet.usersUnderWay("rds-01")).isZero();
        assertThat(fleet.drained()).isEmpty();
        assertThat(fleet.verdicts()).noneMatch(verdict -> verdict.agent().online());
    }

    @Test
    void aUserWhoIsLedBackToASessionThatEndsMeanwhileKeepsTheLease() {
        place("alice");
        now.addAndGet(100_000);
        fleet.put(heartbeat("rds-01", 90, List.of(new Session(2, UserName.parse("alice"), "disconnected", null))));
        now.addAndGet(1_000);
        assertThat(place("alice").reason()).isEqualTo(Reason.EXISTING_SESSION);
        now.addAndGet(9_000);
        assertThat(fleet.put(heartbeat("rds-01", 90, List.of()))).isEmpty();
        assertThat(place("alice").agentId()).isEqualTo("rds-01");
    }

    @Test
    void aPlacementUnderWayEndsWhenTheSessionIsSeen() {
        place("alice");
        now.addAndGet(1000);
        fleet.put(heartbeat("rds-01", 90, List.of(new Session(2, UserName.parse("CORP\\alice"), "active", null))));
        fleet.put(heartbeat("rds-02", 90, List.of(new Session(2, UserName.parse("CORP\\zoe"), "active", null))));
        Placed again = place("alice");
        assertThat(again.reason()).isEqualTo(Reason.EXISTING_SESSION);
        assertThat(fleet.verdicts())
                .allSatisfy(v -> assertThat(v.agent().underWay()).isZero());
    }

    @Test
    void aHostGoesOfflineByTheClockAlone() {
        now.addAndGet(29_999);
        fleet.put(heartbeat("rds-02", 61, List.of()));
        assertThat(place("alice").agentId()).isEqualTo("rds-01");
        now.addAndGet(1);
        assertThat(place("bob").agentId()).isEqualTo("rds-02");
    }

    @Test
    void drainMovesALeaseWithoutASession() {
        place("alice");
        fleet.put(agent("rds-01", AgentMode.DRAIN, 2));
        assertThat(place("alice").agentId()).isEqualTo("rds-02");
    }

    @Test
    void oneRequestAskedTwiceIsPlacedOnce() {
        PlacementRequest request =
                new PlacementRequest("alice", "", "", "", "", List.of(), "", "", "", List.of(), "click-1");
        PlacementDecision first = service.place(request).toCompletableFuture().join();
        PlacementDecision second = service.place(request).toCompletableFuture().join();
        assertThat(second).isSameAs(first);
        now.addAndGet(10_001);
        assertThat(service.place(request).toCompletableFuture().join()).isNotSameAs(first);
    }

    @Test
    void oneRequestAskedTwiceAvoidsAHostThatWasClosedMeanwhile() {
        PlacementRequest request =
                new PlacementRequest("alice", "", "", "", "", List.of(), "", "", "", List.of(), "click-1");
        Placed first = (Placed) service.place(request).toCompletableFuture().join();
        fleet.put(agent("rds-01", AgentMode.MAINTENANCE, 2));
        Placed second = (Placed) service.place(request).toCompletableFuture().join();
        assertThat(first.agentId()).isEqualTo("rds-01");
        assertThat(second.agentId()).isEqualTo("rds-02");
    }

    @Test
    void aDecisionWaitsWhileTheFleetIsReadAnew() {
        fleet.distrust(Duration.ZERO);
        CompletableFuture<PlacementDecision> asked =
                service.place(request("alice")).toCompletableFuture();
        assertThat(asked).isNotDone();
        List<Agent> agents = List.of(agent("rds-01", AgentMode.ONLINE, 1), agent("rds-02", AgentMode.ONLINE, 1));
        fleet.reload(new FleetSnapshot(agents, List.of(), List.of(), List.of(), List.of(), List.of()), fleet.known());
        assertThat(((Placed) asked.join()).agentId()).isEqualTo("rds-01");
    }

    /** A store that goes on for a minute when its database is away. */
    private PlacementService degradable(SwitchedStore database) {
        OutageListener nobody = new OutageListener() {
            @Override
            public void written(Lease lease) {}

            @Override
            public void ended(Outage outage) {}
        };
        return service(new DegradedLeaseStore(
                database,
                fleet,
                new Leading(Domains.withoutAliases(), false),
                Duration.ofMinutes(1),
                () -> Instant.ofEpochMilli(now.get()),
                nobody));
    }

    @Test
    void withoutTheDatabaseUsersArePlacedThoughTheFleetIsInDoubt() {
        SwitchedStore database = new SwitchedStore(memory);
        service = degradable(database);
        Placed known = place("alice");
        database.turn(SwitchedStore.Mode.AWAY);
        fleet.distrust(Duration.ofSeconds(5));

        Placed again = place("alice");
        Placed fresh = place("bob");

        assertThat(known.provisional()).isFalse();
        assertThat(List.of(again, fresh)).allMatch(Placed::provisional);
        assertThat(again.agentId()).isEqualTo(known.agentId());
        assertThat(fresh.agentId()).isNotEqualTo(known.agentId());
        assertThat(place("bob").agentId()).isEqualTo(fresh.agentId());
        now.addAndGet(55_001);
        assertThat(((PlacementDecision.Refused) ask("bob").join()).code()).isEqualTo("storage_unavailable");
    }

    @Test
    void aFleetInDoubtPlacesNobodyWhileTheDatabaseIsThere() {
        service = degradable(new SwitchedStore(memory));
        fleet.distrust(Duration.ofSeconds(5));
        assertThat(((PlacementDecision.Refused) ask("alice").join()).code()).isEqualTo("storage_unavailable");
        assertThat(memory.current()).isEmpty();
    }

    @Test
    void everyPlacementIsLogged() {
        place("alice");
        service.place(request(" ")).toCompletableFuture().join();
        assertThat(log).singleElement().satisfies(r -> assertThat(r.tries()).isEqualTo(1));
    }

    private Placed place(String username) {
        return (Placed) ask(username).join();
    }

    private CompletableFuture<PlacementDecision> ask(String username) {
        return service.place(request(username)).toCompletableFuture();
    }

    private static PlacementRequest request(String username) {
        return new PlacementRequest(username, "", "", "", "", List.of(), "", "", "", List.of(), "");
    }

    private static Agent limited(String id, int maxSessions) {
        return agent(id, AgentMode.ONLINE, 2, maxSessions);
    }

    private static Agent agent(String id, AgentMode mode, long version) {
        return agent(id, mode, version, null);
    }

    private static Agent agent(String id, AgentMode mode, long version, @Nullable Integer maxSessions) {
        return AgentBuilder.agent(id)
                .mode(mode)
                .maxSessions(maxSessions)
                .version(version)
                .build();
    }

    private Heartbeat heartbeat(String id, int health, List<Session> sessions) {
        return new Heartbeat(
                id,
                null,
                null,
                Instant.ofEpochMilli(now.get()),
                health,
                20.0,
                40.0,
                null,
                null,
                sessions,
                List.of(),
                null);
    }
}
