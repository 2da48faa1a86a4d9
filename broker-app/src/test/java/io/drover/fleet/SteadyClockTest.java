package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @Test
    void itShowsTheStartAndWhatWentBySince() {
        AtomicLong nanos = new AtomicLong(-5);
        SteadyClock clock = new SteadyClock(NOON, nanos::get);
        assertThat(clock.instant()).isEqualTo(NOON);

        nanos.addAndGet(1_500_000_000);
        assertThat(clock.instant()).isEqualTo(NOON.plusMillis(1_500));
    }
}
