package io.drover.benchmarks.history;

/**
 * A promise that was broken.
 *
 * @param at when it shows, on the clock of the spans; 0 when only the database's clock knows
 * @param what the facts that contradict the promise
 */
public record Violation(Kind kind, long at, String what) {

    /** Which promise. */
    public enum Kind {
        /** A user was sent to a second host while a lease held and its host was available. */
        TWO_HOSTS,
        /** A new session on a host after its drain or maintenance was acknowledged. */
        CLOSED_HOST,
        /** An acknowledged lease is gone. */
        LOST_LEASE,
        /** A host's record shows other sessions, or other placements under way, than there are. */
        WRONG_COUNT,
        /** A user was led back to a session that is not there. */
        NO_SUCH_SESSION,
        /** An answer that only a bug gives. */
        FAULT
    }
}
