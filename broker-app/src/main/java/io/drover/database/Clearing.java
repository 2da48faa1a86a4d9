package io.drover.database;

import java.time.Duration;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * Takes what is past out of a table in small steps, each a statement and a transaction of its own, until nothing is
 * left. So nobody waits long for a row, and what a step that failed leaves behind is all that is to be done again. A
 * run that takes too long ends early, for other tasks wait for it; the next one goes on. Safe for use by many threads.
 */
public final class Clearing {

    private static final int STEP = 1_000;
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final int step;
    private final Duration longest;
    private final LongSupplier nanos;

    /** Steps of 1,000 rows, for 1 s at most. */
    public Clearing() {
        this(STEP, LONGEST, System::nanoTime);
    }

    /**
     * @param step most rows of a step, at least 1
     * @param longest after which time no further step begins
     * @param nanos for example {@link System#nanoTime}
     */
    public Clearing(int step, Duration longest, LongSupplier nanos) {
        if (step < 1) {
            throw new IllegalArgumentException("step must be at least 1, not " + step);
        }
        this.step = step;
        this.longest = longest;
        this.nanos = nanos;
    }

    /**
     * Clears a table. Fails as a step does; the steps before it stay done.
     *
     * @param rows removes up to so many rows and says how many it removed: fewer only when no more are left that nobody
     *     holds
     * @return how many rows were removed
     */
    public long run(IntUnaryOperator rows) {
        long began = nanos.getAsLong();
        long all = 0;
        int removed;
        do {
            removed = rows.applyAsInt(step);
            all += removed;
        } while (removed >= step && nanos.getAsLong() - began < longest.toNanos());
        return all;
    }
}
