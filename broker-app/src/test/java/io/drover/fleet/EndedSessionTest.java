package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.policy.SampleSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session that was seen and is gone ends its lease. Leases hold for 15 minutes after their last use. */
class EndedSessionTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private final FleetView view = new FleetView(SampleSettings.PLACEMENT, Domains.withoutAliases(), () -> START);

    private static Lease lease(long rev, int usedAt) {
        return new Lease(
                "alice",
                "",
                "office",
                "",
                "a1",
                rev,
                1,
                START,
                START.plusSeconds(usedAt).plusSeconds(900));
    }

    private List<Lease> endedWith(int second, String... users) {
        return view.put(heartbeat(second, second, users));
    }

    private static Heartbeat heartbeat(int second, long seq, String... users) {
        List<Session> sessions = Stream.of(users)
                .map(user -> new Session(2, new UserName(user, ""), "active", null))
                .toList();
        return new Heartbeat(
                "a1", "boot", seq, START.plusSeconds(second), 90, 1.0, 1.0, true, null, sessions, List.of(), null);
    }

    @BeforeEach
    void placed() {
        read(List.of());
        view.put(lease(1, 0));
    }

    private void read(List<Heartbeat> heartbeats, Lease... leases) {
        view.reload(
                new FleetSnapshot(
                        List.of(AgentBuilder.agent("a1").build()),
                        heartbeats,
                        List.of(),
                        List.of(),
                        List.of(leases),
                        List.of()),
                view.known());
    }

    @Test
    void theLeaseEndsWithTheHeartbeatThatShowsTheSessionNoMore() {
        assertThat(endedWith(5)).isEmpty();
        assertThat(endedWith(10, "alice")).isEmpty();
        assertThat(endedWith(20)).containsExactly(lease(1, 0));
    }

    @Test
    void aSessionThatWasSeenBeforeTheUserCameBackEndsNothing() {
        assertThat(endedWith(10, "alice")).isEmpty();
        view.put(lease(2, 15));
        assertThat(endedWith(20)).isEmpty();
        assertThat(endedWith(30, "alice")).isEmpty();
        assertThat(endedWith(40)).containsExactly(lease(2, 15));
    }

    @Test
    void aSessionOfBeforeThePlacementEndsNothing() {
        assertThat(endedWith(-5, "alice")).isEmpty();
        assertThat(endedWith(5)).isEmpty();
    }

    /** What a host sent before this instance stood still comes in after it goes on. */
    @Test
    void aSessionThatIsToldTooLateEndsNothing() {
        view.distrust(Duration.ZERO);
        view.put(lease(2, 30));
        assertThat(view.put(heartbeat(40, 10, "alice"))).isEmpty();
        assertThat(view.put(heartbeat(41, 30))).isEmpty();

        view.put(heartbeat(42, 31));
        read(List.of(heartbeat(42, 31)), lease(2, 30));
        assertThat(view.leasesOf("alice")).containsExactly(lease(2, 30));
    }

    @Test
    void whatIsReadIsNewerByItsNumberThanWhatCameLate() {
        view.distrust(Duration.ZERO);
        view.put(heartbeat(40, 10, "alice"));
        read(List.of(heartbeat(35, 25)), lease(2, 30));
        assertThat(view.heartbeat("a1")).map(Heartbeat::seq).hasValue(25L);
        assertThat(endedWith(45)).isEmpty();
    }
}
