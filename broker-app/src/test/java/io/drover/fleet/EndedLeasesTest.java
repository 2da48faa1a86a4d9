package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.lease.Lease;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EndedLeasesTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private static Lease until(long rev, int seconds) {
        return new Lease("alice", "", "office", "", "a1", rev, 1, START, START.plusSeconds(seconds));
    }

    @Test
    void aLeaseThatEndedIsKnownUntilItWouldHaveRunOut() {
        EndedLeases ended = new EndedLeases();
        ended.add(until(1, 10), START);
        ended.add(until(2, 20), START.plusSeconds(9));
        assertThat(ended.contains(until(1, 10))).isTrue();

        ended.add(until(3, 30), START.plusSeconds(10));
        assertThat(ended.contains(until(1, 10))).isFalse();
        assertThat(ended.contains(until(2, 20))).isTrue();
    }
}
