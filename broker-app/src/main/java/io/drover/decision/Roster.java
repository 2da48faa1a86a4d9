package io.drover.decision;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What decisions are made on now, in an array, so that a copy of all of them is one move of memory. For one thread. */
final class Roster {

    private static final int FIRST_SIZE = 64;

    private final Map<String, Integer> places = new HashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private @Nullable Judged[] hosts = new @Nullable Judged[FIRST_SIZE];
    private int used;

    void put(Judged judged) {
        int place = places.computeIfAbsent(judged.key(), id -> newPlace());
        hosts[place] = judged;
    }

    private int newPlace() {
        Integer freed = free.poll();
        if (freed != null) {
            return freed;
        }
        if (used == hosts.length) {
            hosts = Arrays.copyOf(hosts, used * 2);
        }
        return used++;
    }

    void remove(String key) {
        Integer place = places.remove(key);
        if (place != null) {
            hosts[place] = null;
            free.push(place);
        }
    }

    void clear() {
        places.clear();
        free.clear();
        Arrays.fill(hosts, null);
        used = 0;
    }

    /** All that is there now. */
    Iterable<Judged> copy() {
        @Nullable Judged[] copied = Arrays.copyOf(hosts, used);
        return () -> Stream.of(copied).flatMap(Stream::ofNullable).iterator();
    }
}
