package io.drover.benchmarks.faults;

import java.time.Duration;
import java.time.Instant;

/** The one clock of a run: nanoseconds since its start, never set back. Safe for use by many threads. */
final class RunClock {

    private final long began = System.nanoTime();
    private final Instant wall = Instant.now();

    long now() {
        return System.nanoTime() - began;
    }

    /** When this machine's time of day was, or will be, that. */
    long of(Instant time) {
        return Duration.between(wall, time).toNanos();
    }
}
