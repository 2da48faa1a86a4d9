package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.policy.SampleSettings;
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
        List<Session> sessions = Stream.of(users)
                .map(user -> new Session(2, new UserName(user, ""), "active", null))
                .toList();
        return view.put(new Heartbeat(
                "a1", null, null, START.plusSeconds(second), 90, 1.0, 1.0, true, null, sessions, List.of(), null));
    }

    @BeforeEach
    void placed() {
        view.put(AgentBuilder.agent("a1").build());
        view.put(lease(1, 0));
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
}
