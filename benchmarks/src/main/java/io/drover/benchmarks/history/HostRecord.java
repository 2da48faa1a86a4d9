package io.drover.benchmarks.history;

import java.util.Set;

/**
 * What an instance showed of a host that takes no new users.
 *
 * @param persons whose sessions it showed
 * @param underWay how many users were placed there and not seen yet
 */
public record HostRecord(Span span, int broker, String host, Set<String> persons, int underWay) {

    /** Copies the set. */
    public HostRecord {
        persons = Set.copyOf(persons);
    }

    HostCount count() {
        return new HostCount(span, broker, host, underWay);
    }
}
