package io.drover.fleet;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * This machine's time as it was at the start, and what went by since: setting the machine's clock does not move it.
 * Safe for use by many threads.
 */
public final class SteadyClock implements InstantSource {

    private final Instant start;
    private final LongSupplier nanos;
    private final long began;

    /**
     * A clock that shows this time now.
     *
     * @param nanos what goes by, for example {@link System#nanoTime}
     */
    public SteadyClock(Instant start, LongSupplier nanos) {
        this.start = start;
        this.nanos = nanos;
        began = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - began);
    }
}
