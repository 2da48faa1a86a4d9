package io.drover.benchmarks.history;

import java.util.Set;

/**
 * A host told who has a session on it. The heartbeats of a host follow one another, and a later one outdoes an earlier.
 *
 * @param acknowledged false when it may have been heard or not
 */
public record Heartbeat(Span span, String host, Set<String> persons, boolean acknowledged) {

    /** Copies the set. */
    public Heartbeat {
        persons = Set.copyOf(persons);
    }
}
