package io.drover.benchmarks.history;

import java.util.Set;

/**
 * A host told who has a session on it. The heartbeats of a host follow one another, and a later one outdoes an earlier.
 *
 * @param acknowledged false when it may have been heard or not
 * @param passedOn whether the instance that heard it could tell the others of it: it went on, and the database was
 *     there
 */
public record Heartbeat(Span span, String host, Set<String> persons, boolean acknowledged, boolean passedOn) {

    /** Copies the set. */
    public Heartbeat {
        persons = Set.copyOf(persons);
    }
}
