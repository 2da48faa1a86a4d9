package io.drover.benchmarks.history;

import java.util.Set;

/**
 * A user was to be placed, once.
 *
 * @param span from the request to its answer; without an answer, to the moment from which it has no effect any more
 * @param since when the first request with the same {@code request_id} was sent
 * @param broker the instance that was asked
 * @param person the user, however it was spelt
 * @param excluded hosts that the request excludes
 * @param answer what came of it
 * @param passedOn whether the instance had the time to tell the others
 */
public record Placement(
        Span span, long since, int broker, String person, Set<String> excluded, Answer answer, boolean passedOn) {

    /** Copies the set. */
    public Placement {
        excluded = Set.copyOf(excluded);
    }

    /** What a request was answered. */
    public sealed interface Answer {}

    /**
     * A host.
     *
     * @param leaseEnds until when the lease holds at least, on the clock of the spans
     * @param decision what reports of the connection call it by
     */
    public record Placed(String host, Reason reason, long leaseEnds, String decision) implements Answer {}

    /** No host, and nothing was written. */
    public record Refused(String code) implements Answer {}

    /** No answer, or one that leaves open whether a lease was written. */
    public record Unknown(String why) implements Answer {}

    /** Why a host was chosen. */
    public enum Reason {
        LOAD_BALANCE,
        EXISTING_LEASE,
        EXISTING_SESSION
    }

    boolean isOn(String host) {
        return answer instanceof Placed placed && placed.host().equals(host);
    }

    /** Whether it was asked before, so that the answer may be the one that was given then, with its reason. */
    boolean isRepeated() {
        return since < span.start();
    }

    /** Whether it may have written a lease. */
    boolean mayWrite() {
        return !(answer instanceof Refused);
    }
}
