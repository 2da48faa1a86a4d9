package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.catalog.Resource;
import io.drover.connection.Connection;
import io.drover.degraded.Doubt;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.StorageUnavailableException;
import io.drover.policy.PlacementSettings;
import io.drover.policy.SampleSettings;
import io.drover.policy.fact.CallView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is heard and what is read come in any order. */
class FleetViewTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
    private static final Duration LEASE = Duration.ofMinutes(15);

    private final PlacementSettings settings = SampleSettings.PLACEMENT;
    private Instant now = START;
    private final FleetView view = new FleetView(settings, Domains.withoutAliases(), () -> now);

    private static Agent agent(String id) {
        return AgentBuilder.agent(id).build();
    }

    private static Lease lease(String person, long rev) {
        return new Lease(person, "", "office", "", "a1", rev, 1, START, START.plus(LEASE));
    }

    private static FleetSnapshot stored(List<String> agents, Lease... leases) {
        return new FleetSnapshot(
                agents.stream().map(FleetViewTest::agent).toList(),
                List.of(),
                List.of(),
                List.of(),
                List.of(leases),
                List.of());
    }

    @BeforeEach
    void oneHost() {
        view.reload(stored(List.of("a1")), view.known());
    }

    @Test
    void aLeaseThatEndedWhileTheDatabaseWasReadDoesNotComeBack() {
        Known before = view.known();
        view.put(lease("alice", 1));
        view.remove(lease("alice", 1));
        view.reload(stored(List.of("a1"), lease("alice", 1)), before);
        assertThat(view.usersUnderWay("a1")).isZero();
    }

    @Test
    void thatALeaseWasWrittenIsLateNewsOnceItEnded() {
        view.remove(lease("alice", 1));
        view.put(lease("alice", 1));
        assertThat(view.usersUnderWay("a1")).isZero();
        view.put(lease("alice", 2));
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
    }

    @Test
    void aLeaseThatWasWrittenWhileTheDatabaseWasReadStays() {
        Known before = view.known();
        view.put(lease("alice", 1));
        view.reload(stored(List.of("a1"), lease("bob", 2)), before);
        assertThat(view.usersUnderWay("a1")).isEqualTo(2);
    }

    @Test
    void aLeaseThatTheDatabaseNoLongerHadGoes() {
        view.put(lease("alice", 3));
        view.reload(stored(List.of("a1"), lease("bob", 2)), view.known());
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
    }

    @Test
    void whoIsConnectedAndNotSeenIsOnTheWayHoweverLong() {
        view.put(connection("d1", "alice", "", Connection.State.OPEN));
        view.put(connection("d2", "alice", "corp", Connection.State.OPEN));
        view.put(connection("d3", "bob", "", Connection.State.CLOSED));
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
        view.put(lease("alice", 1));
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
        view.put(heartbeat(new Session(2, new UserName("alice", "corp"), "active", null)));
        assertThat(view.usersUnderWay("a1")).isZero();
    }

    private static Connection connection(String id, String person, String domain, Connection.State state) {
        return new Connection(id, "gateway-1", person, domain, "a1", 9, state, null, 1, START);
    }

    private static Heartbeat heartbeat(Session session) {
        return new Heartbeat(
                "a1", null, null, START.plusSeconds(1), 90, 1.0, 1.0, true, null, List.of(session), List.of(), null);
    }

    @Test
    void aHostThatEnrolledWhileTheDatabaseWasReadStays() {
        Known before = view.known();
        view.put(agent("a2"));
        view.reload(stored(List.of("a1")), before);
        assertThat(view.agent("a2")).map(Agent::id).hasValue("a2");
        view.reload(stored(List.of("a1")), view.known());
        assertThat(view.agent("a2")).isEmpty();
    }

    /** As after a standby took over that lacks what operators did last. */
    @Test
    void whatTheDatabaseHasLostIsForgotten() {
        view.put(host(7));
        view.put(farm(7));
        view.put(resource(7));
        view.reload(stored(4), view.known());
        assertThat(view.agent("a1")).hasValue(host(4));
        assertThat(view.layout().farmsOf(host(4))).containsExactly(farm(4));
        assertThat(view.resources()).containsExactly(resource(4));
    }

    @Test
    void whatChangedWhileTheDatabaseWasReadStays() {
        view.put(host(7));
        view.put(farm(7));
        view.put(resource(7));
        Known before = view.known();
        view.put(host(8));
        view.put(farm(8));
        view.put(resource(8));
        view.reload(stored(7), before);
        assertThat(view.agent("a1")).hasValue(host(8));
        assertThat(view.layout().farmsOf(host(8))).containsExactly(farm(8));
        assertThat(view.resources()).containsExactly(resource(8));
    }

    private static Agent host(long version) {
        return AgentBuilder.agent("a1").version(version).build();
    }

    private static Farm farm(long version) {
        return new Farm("office", "Office", "", true, List.of("a1"), Map.of(), "score", false, null, null, version);
    }

    private static Resource resource(long version) {
        return new Resource(
                "desk", "Desk", "desktop", "office", "", "Desk", "", "", "", "", false, "", 0, "", List.of(), true,
                version);
    }

    private static FleetSnapshot stored(long version) {
        return new FleetSnapshot(
                List.of(host(version)),
                List.of(),
                List.of(farm(version)),
                List.of(resource(version)),
                List.of(),
                List.of());
    }

    @Test
    void whatTheDatabaseLostOfAConnectionIsForgottenAMinuteLater() {
        view.put(connection(2, Connection.State.LOST));
        view.reload(stored(connection(1, Connection.State.OPEN)), view.known());
        assertThat(view.usersUnderWay("a1")).isZero();
        now = now.plus(Duration.ofMinutes(1)).plusMillis(1);
        view.reload(stored(connection(1, Connection.State.OPEN)), view.known());
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
    }

    private static Connection connection(long version, Connection.State state) {
        return new Connection("d1", "gateway-1", "alice", "", "a1", 9, state, null, version, START);
    }

    private static FleetSnapshot stored(Connection connection) {
        return new FleetSnapshot(List.of(agent("a1")), List.of(), List.of(), List.of(), List.of(), List.of(connection));
    }

    @Test
    void theDatabaseIsBelievedWhenItRefusesALease() {
        view.remove(lease("alice", 1));
        view.replaceLeases("alice", List.of(lease("alice", 1)));
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
    }

    @Test
    void whatMayBeWrongIsNotTold() {
        view.put(lease("alice", 1));
        view.distrust(Duration.ZERO);
        assertThatThrownBy(() -> view.usersUnderWay("a1")).isInstanceOf(StorageUnavailableException.class);
        view.reload(stored(List.of("a1"), lease("alice", 1)), view.known());
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
    }

    @Test
    void sinceWhenItMayBeWrongIsTold() {
        assertThat(view.doubt().map(Doubt::since)).isEmpty();
        view.distrust(Duration.ofSeconds(9));
        now = now.plusSeconds(60);
        view.distrust(Duration.ofSeconds(10));
        assertThat(view.doubt().map(Doubt::since)).contains(START.minusSeconds(9));
        view.distrust(Duration.ofSeconds(70));
        assertThat(view.doubt().map(Doubt::since)).contains(START.minusSeconds(10));
        view.reload(stored(List.of("a1")), view.known());
        assertThat(view.doubt().map(Doubt::since)).isEmpty();
    }

    @Test
    void nothingIsDecidedBeforeTheFleetWasReadOnce() {
        FleetView unread = new FleetView(settings, Domains.withoutAliases(), () -> now);
        unread.distrust(Duration.ofSeconds(9));
        assertThat(unread.doubt().map(Doubt::since)).isEmpty();
        CallView call = new CallView("", "office", "", "", "", Set.of(), "", "");
        assertThatThrownBy(() -> unread.decideInDoubt(new UserName("alice", ""), call, Set.of(), 1))
                .isInstanceOf(StorageUnavailableException.class);
    }

    @Test
    void theDatabaseIsBelievedWhenNothingElseIs() {
        view.remove(lease("alice", 1));
        view.distrust(Duration.ZERO);
        view.reload(stored(List.of("a1"), lease("alice", 1)), view.known());
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
    }

    /** The moment of such a boot is none; what asks for it must not end what everybody needs. */
    @Test
    void aHeartbeatFromADatabaseWithAnEndlessUptimeHarmsNothing() {
        Heartbeat last = new Heartbeat(
                "a1", null, null, START, 90, null, null, true, null, List.of(), List.of(), Long.MAX_VALUE);

        view.put(last);

        assertThat(view.heartbeat("a1").orElseThrow().bootedAt()).isNull();
        view.put(lease("alice", 1));
        assertThat(view.usersUnderWay("a1")).isEqualTo(1);
    }
}
