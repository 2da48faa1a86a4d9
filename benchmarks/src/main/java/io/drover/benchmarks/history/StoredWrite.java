package io.drover.benchmarks.history;

/** What the database wrote down, in microseconds of its own commit times. */
public sealed interface StoredWrite {

    /** When it was committed. */
    long committed();

    /**
     * A lease.
     *
     * @param placement true when it counts as a new placement; false when a session stands behind it
     */
    record OfLease(long committed, String person, String host, boolean placement) implements StoredWrite {}

    /** What a host takes from then on. */
    record OfMode(long committed, String host, ModeChange.Mode mode) implements StoredWrite {}
}
