package io.drover.degraded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.identity.Domains;
import io.drover.lease.Lease;
import io.drover.lease.LeaseKey;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Kind;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.lease.MemoryLeaseStore;
import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leases that are given while the database is away, and what becomes of them. */
class DegradedLeaseStoreTest {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration PENDING = Duration.ofMinutes(1);
    private static final Duration TTL = Duration.ofMinutes(15);

    private Instant now = Instant.parse("2026-03-02T09:00:00Z");
    private final Map<String, Long> versions = new HashMap<>(Map.of("rds-1", 1L, "rds-2", 1L, "rds-3", 1L));
    private final MemoryLeaseStore durable =
            new MemoryLeaseStore(() -> now, check -> versions.getOrDefault(check.id(), 0L));
    private final SwitchedStore database = new SwitchedStore(durable);
    private final Map<LeaseKey, Lease> view = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private boolean isKnown = true;
    private Optional<Doubt> doubt = Optional.empty();
    private final List<Lease> written = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private DegradedLeaseStore store = store(false);

    private DegradedLeaseStore store(boolean perResource) {
        return new DegradedLeaseStore(
                database,
                new KnownLeases() {
                    @Override
                    public Collection<Lease> leasesOf(String person) {
                        return view.values().stream()
                                .filter(lease -> lease.person().equals(person))
                                .toList();
                    }

                    @Override
                    public boolean isKnown() {
                        return isKnown;
                    }

                    @Override
                    public Optional<Doubt> doubt() {
                        return doubt;
                    }

                    @Override
                    public void put(Lease lease) {
                        view.put(lease.key(), lease);
                    }

                    @Override
                    public boolean isUnderWay(Lease lease) {
                        return lease.grantedAt().plus(PENDING).isAfter(now) && !seen.contains(lease.person());
                    }
                },
                new Leading(new Domains(Map.of("corp", List.of("corp.example.com"))), perResource),
                LONGEST,
                () -> now,
                new OutageListener() {
                    @Override
                    public void written(Lease lease) {
                        written.add(lease);
                    }

                    @Override
                    public void ended(Outage outage) {
                        outages.add(outage);
                    }
                });
    }

    @Test
    void withItsDatabaseItAnswersWhatTheDatabaseSays() {
        assertThat(commit(grant("alice", "rds-1"))).isInstanceOf(LeaseOutcome.Granted.class);
        assertThat(store.isDegraded()).isFalse();
        assertThat(store.counts()).isEqualTo(DegradedCounts.NONE);
    }

    @Test
    void aDatabaseThatIsBusyIsNotAway() {
        database.turn(SwitchedStore.Mode.BUSY);

        assertThatThrownBy(() -> commit(grant("alice", "rds-1"))).hasCauseInstanceOf(StorageUnavailableException.class);
        assertThat(store.isDegraded()).isFalse();
    }

    @Test
    void withoutItsDatabaseItGivesLeasesThatOnlyItKnows() {
        database.turn(SwitchedStore.Mode.AWAY);

        Lease lease = given(grant("alice", "rds-1"));

        assertThat(lease.isProvisional()).isTrue();
        assertThat(lease.agentId()).isEqualTo("rds-1");
        assertThat(lease.expiresAt()).isEqualTo(now.plus(TTL));
        assertThat(view).containsValue(lease);
        assertThat(store.until()).contains(now.plus(LONGEST));
        assertThat(durable.current()).isEmpty();
    }

    @Test
    void whoIsInDoubtAsksWhetherTheDatabaseIsAway() {
        for (SwitchedStore.Mode there : List.of(SwitchedStore.Mode.ON, SwitchedStore.Mode.BUSY)) {
            database.turn(there);
            assertThat(goesOn()).isFalse();
            assertThat(store.isDegraded()).isFalse();
        }
        database.turn(SwitchedStore.Mode.AWAY);
        doubt = Optional.of(new Doubt(now.minusSeconds(60), now.minusSeconds(1)));

        assertThat(store.goesOnAlone()).isFalse();
        assertThat(goesOn()).isTrue();

        assertThat(store.goesOnAlone()).isTrue();
        assertThat(store.until()).contains(now.minusSeconds(60).plus(LONGEST));
        assertThat(alone(grant("alice", "rds-1"))).isInstanceOf(LeaseOutcome.Provisional.class);
    }

    @Test
    void whoCameIntoDoubtWithoutTheDatabaseAsksOnceMore() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));
        Optional<Instant> until = store.until();
        now = now.plusSeconds(10);
        doubt = Optional.of(new Doubt(now.minusSeconds(9), now));

        assertThat(store.goesOnAlone()).isFalse();
        assertThat(goesOn()).isTrue();
        assertThat(store.goesOnAlone()).isTrue();
        assertThat(store.until()).isEqualTo(until);
    }

    /** It stood still twice before it could read the fleet; the database may have been back the second time. */
    @Test
    void whoComesIntoDoubtAgainAsksAgain() {
        database.turn(SwitchedStore.Mode.AWAY);
        Instant since = now.minusSeconds(9);
        doubt = Optional.of(new Doubt(since, now));
        assertThat(goesOn()).isTrue();
        now = now.plusSeconds(20);
        doubt = Optional.of(new Doubt(since, now));

        assertThat(store.goesOnAlone()).isFalse();
        assertThat(goesOn()).isTrue();
        assertThat(store.until()).contains(since.plus(LONGEST));
    }

    @Test
    void whoNeverReadTheFleetDoesNotGoOn() {
        isKnown = false;
        database.turn(SwitchedStore.Mode.AWAY);

        assertThat(goesOn()).isFalse();
        store.settle();

        assertThat(store.isDegraded()).isFalse();
        assertThat(store.until()).isEmpty();
        assertThatThrownBy(() -> commit(grant("alice", "rds-1"))).hasCauseInstanceOf(StorageUnavailableException.class);
    }

    @Test
    void itBeginsWhenTheDatabaseIsFoundToBeAwayThoughNobodyAsks() {
        store.settle();
        assertThat(store.isDegraded()).isFalse();
        database.turn(SwitchedStore.Mode.BUSY);
        store.settle();
        assertThat(store.isDegraded()).isFalse();
        database.turn(SwitchedStore.Mode.AWAY);
        store.settle();
        Instant began = now;
        now = now.plusSeconds(100);
        store.settle();

        assertThat(store.until()).contains(began.plus(LONGEST));
        assertThat(alone(grant("alice", "rds-1"))).isInstanceOf(LeaseOutcome.Provisional.class);
    }

    @Test
    void whatIsInDoubtForLongIsTooOld() {
        database.turn(SwitchedStore.Mode.AWAY);
        doubt = Optional.of(new Doubt(now.minus(LONGEST).minusMillis(1), now));

        assertThat(goesOn()).isFalse();

        assertThat(store.isDegraded()).isFalse();
        assertThatThrownBy(() -> commit(grant("alice", "rds-1"))).hasCauseInstanceOf(StorageUnavailableException.class);
    }

    /** It is there again for a moment in which nothing could be settled, nor the fleet be read. */
    @Test
    void aDatabaseThatWasThereForAMomentIsAwayAgain() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));
        database.turn(SwitchedStore.Mode.READ_ONLY);
        store.settle();
        database.turn(SwitchedStore.Mode.AWAY);

        assertThat(store.goesOnAlone()).isFalse();
        assertThatThrownBy(() -> alone(grant("bob", "rds-1"))).hasCauseInstanceOf(StorageUnavailableException.class);
        assertThat(goesOn()).isTrue();
        assertThat(alone(grant("bob", "rds-1"))).isInstanceOf(LeaseOutcome.Provisional.class);
        assertThat(store.waiting()).isEqualTo(2);
    }

    private boolean goesOn() {
        return store.goOnAlone().toCompletableFuture().join();
    }

    private LeaseOutcome alone(LeaseRequest request) {
        return store.commitAlone(request).toCompletableFuture().join();
    }

    @Test
    void aPersonIsOnOneHostWithoutTheDatabaseToo() {
        database.turn(SwitchedStore.Mode.AWAY);
        Lease first = given(grant("alice", "rds-1"));

        LeaseOutcome second = commit(grant("alice", "rds-2"));

        assertThat(second).isEqualTo(new LeaseOutcome.LeaseChanged(List.of(first)));
        assertThat(given(request("alice", "rds-1", Kind.CONFIRM, first))).isEqualTo(first);
    }

    @Test
    void aDurableLeaseIsAnsweredFromMemory() {
        Lease known = granted(grant("alice", "rds-1"));
        database.turn(SwitchedStore.Mode.AWAY);

        assertThat(given(request("alice", "rds-1", Kind.CONFIRM, known))).isEqualTo(known);
        assertThat(store.waiting()).isZero();
        assertThat(commit(grant("alice", "rds-2"))).isEqualTo(new LeaseOutcome.LeaseChanged(List.of(known)));
    }

    @Test
    void afterTheTimeAllowedNothingIsGivenAnyMore() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));
        now = now.plus(LONGEST);
        given(grant("bob", "rds-1"));
        now = now.plusMillis(1);

        assertThatThrownBy(() -> commit(grant("carol", "rds-1"))).hasCauseInstanceOf(StorageUnavailableException.class);
        assertThat(store.until()).isEmpty();

        database.turn(SwitchedStore.Mode.ON);
        store.settle();
        assertThat(hosts()).containsOnly(Map.entry("alice", "rds-1"), Map.entry("bob", "rds-1"));
    }

    @Test
    void whileTheDatabaseIsAwayNothingIsSettled() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));

        store.settle();

        assertThat(store.waiting()).isOne();
        assertThat(outages).isEmpty();
    }

    @Test
    void whenTheDatabaseIsBackLeasesAreWrittenForTheTimeThatIsLeft() {
        database.turn(SwitchedStore.Mode.AWAY);
        Instant began = now;
        given(grant("alice", "rds-1"));
        now = now.plusSeconds(60);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(durable.current()).singleElement().satisfies(lease -> {
            assertThat(lease.agentId()).isEqualTo("rds-1");
            assertThat(lease.expiresAt()).isEqualTo(began.plus(TTL));
            assertThat(lease.isProvisional()).isFalse();
        });
        assertThat(written).isEqualTo(durable.current());
        assertThat(outages).containsExactly(new Outage(began, now, new DegradedCounts(1, 1, 0, 0, 0), List.of()));
        assertThat(store.isDegraded()).isFalse();
        assertThat(commit(grant("bob", "rds-1"))).isInstanceOf(LeaseOutcome.Granted.class);
    }

    @Test
    void anOutageWithoutPlacementsEndsToo() {
        database.turn(SwitchedStore.Mode.AWAY);
        Lease lease = given(grant("alice", "rds-1"));
        assertThat(store.release(List.of(lease)).toCompletableFuture().join()).containsExactly(lease);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(store.isDegraded()).isFalse();
        assertThat(durable.current()).isEmpty();
    }

    @Test
    void aPersonPlacedElsewhereMeanwhileStaysThere() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));
        durable.commit(grant("alice", "rds-2"));
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(hosts()).containsOnly(Map.entry("alice", "rds-2"));
        assertThat(store.counts()).isEqualTo(new DegradedCounts(1, 0, 1, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "false, '', other, office, ''",
        "false, '', '', lab, ''",
        "false, '', corp, lab, ''",
        "true, excel, other, office, excel",
        "true, excel, corp, office, word",
        "true, excel, corp, office, ''",
        "true, '', corp, office, excel",
        "true, excel, corp, '', excel",
    })
    void aLeaseThatIsSomebodyElsesOrForAnotherPlaceIsNoReasonToGiveOneUp(
            boolean perResource, String ours, String domain, String farm, String resource) {
        settleBeside(perResource, ours, domain, farm, resource);

        assertThat(durable.current().stream().map(Lease::agentId)).containsExactlyInAnyOrder("rds-1", "rds-2");
        assertThat(store.counts()).isEqualTo(new DegradedCounts(1, 1, 0, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "true, excel, corp.example.com, office, excel",
        "true, excel, '', office, excel",
        "true, '', corp, office, ''",
        "false, '', corp.example.com, office, ''",
        "false, '', corp, office, excel",
        "false, '', corp, '', ''",
        "false, '', '', '', excel",
    })
    void aLeaseThatWouldHaveLedTheUserElsewhereIs(
            boolean perResource, String ours, String domain, String farm, String resource) {
        settleBeside(perResource, ours, domain, farm, resource);

        assertThat(durable.current().stream().map(Lease::agentId)).containsExactly("rds-2");
        assertThat(store.counts()).isEqualTo(new DegradedCounts(1, 0, 1, 0, 0));
    }

    /** Alice was given a lease on one host without the database, which has another of hers on another host by then. */
    private void settleBeside(boolean perResource, String ours, String domain, String farm, String resource) {
        store = store(perResource);
        database.turn(SwitchedStore.Mode.AWAY);
        given(grantIn("corp", "office", ours, "rds-1"));
        durable.commit(grantIn(domain, farm, resource, "rds-2"));
        database.turn(SwitchedStore.Mode.ON);
        store.settle();
    }

    @Test
    void aHostThatWasClosedMeanwhileStaysClosed() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));
        versions.put("rds-1", 2L);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(durable.current()).isEmpty();
        assertThat(store.counts()).isEqualTo(new DegradedCounts(1, 0, 0, 1, 0));
    }

    @Test
    void whatWasGivenUpIsToldByItsLastDecision() {
        database.turn(SwitchedStore.Mode.AWAY);
        Lease first = given(grant("alice", "rds-1"));
        store.decided(first, "decision-1");
        Lease again = given(request("alice", "rds-1", Kind.GRANT, first));
        store.decided(again, "decision-2");
        store.decided(first, "decision-of-before");
        store.decided(given(grant("bob", "rds-2")), "decision-3");
        store.decided(given(grant("carol", "rds-3")), "decision-4");
        given(grant("dan", "rds-2"));
        durable.commit(grant("alice", "rds-2"));
        versions.put("rds-2", 2L);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(outages)
                .singleElement()
                .satisfies(outage -> assertThat(outage.givenUp())
                        .containsExactlyInAnyOrder(
                                new GivenUp("conflicting", "rds-1", "decision-2"),
                                new GivenUp("closed", "rds-2", "decision-3"),
                                new GivenUp("closed", "rds-2", "")));
    }

    @Test
    void onlyTheFirstHundredAreTold() {
        database.turn(SwitchedStore.Mode.AWAY);
        for (int i = 0; i <= Tally.MOST_NAMED; i++) {
            given(grant("user" + i, "rds-1"));
        }
        versions.put("rds-1", 2L);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(outages).singleElement().satisfies(outage -> {
            assertThat(outage.givenUp()).hasSize(Tally.MOST_NAMED);
            assertThat(outage.counts().closed()).isEqualTo(Tally.MOST_NAMED + 1);
        });
    }

    @Test
    void aLeaseThatRanOutIsNotWritten() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));
        now = now.plus(TTL);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(durable.current()).isEmpty();
        assertThat(store.counts()).isEqualTo(new DegradedCounts(1, 0, 0, 0, 1));
    }

    @Test
    void aLeaseWhoseAnswerWasLostIsKeptAsItWasWritten() {
        database.turn(SwitchedStore.Mode.ANSWER_LOST);
        given(grant("alice", "rds-1"));
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(hosts()).containsOnly(Map.entry("alice", "rds-1"));
        assertThat(store.counts()).isEqualTo(new DegradedCounts(1, 1, 0, 0, 0));
    }

    @Test
    void aLeaseThatWasRenewedWithoutTheDatabaseIsRenewedInIt() {
        Lease known = granted(grant("alice", "rds-1"));
        database.turn(SwitchedStore.Mode.AWAY);
        now = now.plusSeconds(100);
        Lease renewed = given(request("alice", "rds-1", Kind.REFRESH, known));
        now = now.plusSeconds(100);
        given(request("alice", "rds-1", Kind.REFRESH, renewed));
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(durable.current()).singleElement().satisfies(lease -> {
            assertThat(lease.grantedAt()).isEqualTo(known.grantedAt());
            assertThat(lease.generation()).isEqualTo(known.generation());
            assertThat(lease.expiresAt()).isEqualTo(now.plus(TTL));
        });
    }

    @Test
    void onlyWhoIsOnTheWayIsTakenForPlacedJustNow() {
        Lease known = granted(grant("dan", "rds-1"));
        database.turn(SwitchedStore.Mode.AWAY);
        now = now.plusSeconds(100);
        given(grant("alice", "rds-1"));
        given(request("dan", "rds-1", Kind.GRANT, known));
        now = now.plus(PENDING);
        given(grant("bob", "rds-1"));
        given(grant("carol", "rds-1"));
        seen.add("bob");
        now = now.plusSeconds(10);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(durable.current().stream().collect(Collectors.toMap(Lease::person, Lease::grantedAt)))
                .isEqualTo(Map.of(
                        "alice",
                        Lease.NO_PLACEMENT,
                        "bob",
                        Lease.NO_PLACEMENT,
                        "carol",
                        now,
                        "dan",
                        known.grantedAt()));
    }

    @Test
    void whoHasTwoLeasesKeepsBoth() {
        database.turn(SwitchedStore.Mode.AWAY);
        Lease office = given(grant("alice", "rds-1"));
        LeaseRequest lab = new LeaseRequest(
                "alice", "", "lab", "", "rds-2", Set.of(office.rev()), false, Kind.GRANT, TTL, checks("rds-2"));
        given(lab);
        database.turn(SwitchedStore.Mode.ON);

        store.settle();

        assertThat(durable.current().stream().map(lease -> lease.farm() + " " + lease.agentId()))
                .containsExactlyInAnyOrder("office rds-1", "lab rds-2");
    }

    @Test
    void aDatabaseThatGoesAwayAgainLosesNothing() {
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("alice", "rds-1"));
        database.turn(SwitchedStore.Mode.ON);
        store.settle();
        database.turn(SwitchedStore.Mode.AWAY);
        given(grant("bob", "rds-2"));
        database.turn(SwitchedStore.Mode.ON);
        store.settle();

        assertThat(hosts()).containsOnly(Map.entry("alice", "rds-1"), Map.entry("bob", "rds-2"));
        assertThat(store.counts()).isEqualTo(new DegradedCounts(2, 2, 0, 0, 0));
        assertThat(outages).hasSize(2);
    }

    private Map<String, String> hosts() {
        return durable.current().stream().collect(Collectors.toMap(Lease::person, Lease::agentId));
    }

    private LeaseOutcome commit(LeaseRequest request) {
        return store.commit(request).toCompletableFuture().join();
    }

    private Lease given(LeaseRequest request) {
        LeaseOutcome outcome = commit(request);
        assertThat(outcome).isInstanceOf(LeaseOutcome.Provisional.class);
        return ((LeaseOutcome.Provisional) outcome).lease();
    }

    private Lease granted(LeaseRequest request) {
        Lease lease = ((LeaseOutcome.Granted) commit(request)).lease();
        view.put(lease.key(), lease);
        return lease;
    }

    private static LeaseRequest grant(String person, String agent) {
        return request(person, agent, Kind.GRANT);
    }

    private static LeaseRequest request(String person, String agent, Kind kind, Lease... known) {
        return new LeaseRequest(
                person,
                "",
                "office",
                "",
                agent,
                Stream.of(known).map(Lease::rev).collect(Collectors.toSet()),
                false,
                kind,
                TTL,
                checks(agent));
    }

    private static LeaseRequest grantIn(String domain, String farm, String resource, String agent) {
        return new LeaseRequest(
                "alice", domain, farm, resource, agent, Set.of(), false, Kind.GRANT, TTL, checks(agent));
    }

    private static List<Check> checks(String agent) {
        return List.of(new Check(Subject.AGENT, agent, 1));
    }
}
