package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.UserName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a heartbeat is kept, and what of the one before. */
class HeartbeatTest {

    private static final Instant START = SampleHeartbeat.START;
    private static final UserName ALICE = new UserName("alice", "corp");

    @Test
    void sessionsThatDifferInIdleTimesAloneAreKept() {
        Heartbeat before = SampleHeartbeat.of(1, new Session(2, ALICE, "active", START, 0L));

        Heartbeat next = SampleHeartbeat.of(2, new Session(2, ALICE, "active", START, 10L))
                .sharing(before);

        assertThat(next.sessions()).isSameAs(before.sessions());
        assertThat(next.seq()).isEqualTo(2);
        assertThat(next.receivedAt()).isEqualTo(START.plusSeconds(2));
    }

    @Test
    void sessionsThatDifferInAnythingElseAreTakenAsTheyWereReported() {
        Heartbeat before = SampleHeartbeat.of(1, new Session(2, ALICE, "active", START, 0L));
        List<Session> others = List.of(
                new Session(3, ALICE, "active", START, 0L),
                new Session(2, new UserName("bob", "corp"), "active", START, 0L),
                new Session(2, ALICE, "disconnected", START, 0L),
                new Session(2, ALICE, "active", null, 0L));

        assertThat(others)
                .allSatisfy(other -> assertThat(
                                SampleHeartbeat.of(2, other).sharing(before).sessions())
                        .containsExactly(other));
        assertThat(SampleHeartbeat.of(2).sharing(before).sessions()).isEmpty();
    }
}
