package io.drover.benchmarks.history;

import java.util.concurrent.TimeUnit;

/**
 * The times that are promised, in nanoseconds.
 *
 * @param offlineAfter how old the last heartbeat of an online host may be
 * @param pending how long a placement counts on its host while no session is seen
 * @param barred how long a failed connection bars the host for its user
 * @param spread how long it takes until every instance knows what one was told
 * @param tolerance how far the clock of the spans and the database's may be apart
 */
public record Promises(long offlineAfter, long pending, long barred, long spread, long tolerance) {

    /** The same from seconds. */
    public static Promises ofSeconds(double offlineAfter, double pending, double spread) {
        return new Promises(nanos(offlineAfter), nanos(pending), nanos(60), nanos(spread), nanos(0.2));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * TimeUnit.SECONDS.toNanos(1));
    }
}
