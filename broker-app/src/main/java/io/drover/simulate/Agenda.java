package io.drover.simulate;

import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** What happens in a storm, by time, and at one moment in the order in which it was planned. */
final class Agenda {

    private final PriorityQueue<Item> items =
            new PriorityQueue<>(Comparator.comparing(Item::at).thenComparingLong(Item::number));
    private Instant now;
    private long planned;

    private record Item(Instant at, long number, Runnable what) {}

    Agenda(Instant start) {
        now = start;
    }

    Instant now() {
        return now;
    }

    void at(Instant time, Runnable what) {
        items.add(new Item(time, planned++, what));
    }

    /** Does what is planned up to a time, and what that plans. */
    void runTo(Instant end) {
        for (Item next = items.peek(); next != null && !next.at().isAfter(end); next = items.peek()) {
            items.remove();
            now = next.at();
            next.what().run();
        }
    }
}
