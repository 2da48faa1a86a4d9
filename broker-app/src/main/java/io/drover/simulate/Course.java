package io.drover.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a run went.
 *
 * @param length how long it took
 * @param begin the users of each host at the start, in the order of the hosts
 * @param changes what changed, in the order of time
 */
public record Course(Duration length, List<Integer> begin, List<Change> changes) {

    public Course {
        begin = List.copyOf(begin);
        changes = List.copyOf(changes);
    }

    /**
     * A host got a user or lost one.
     *
     * @param at when, from the start
     * @param host which one, counted in the order of the hosts
     * @param users sessions and logons there now
     * @param spread the largest minus the smallest number of users for each 100 of weight, over all hosts
     */
    public record Change(Duration at, int host, int users, double spread) {}

    /** Points of a line: what holds from a time on. */
    public record Point(Duration from, double value) {}

    /** The users of one host over time. */
    public List<Point> usersOf(int host) {
        List<Point> points = new ArrayList<>();
        points.add(new Point(Duration.ZERO, begin.get(host)));
        changes.stream()
                .filter(change -> change.host() == host)
                .forEach(change -> points.add(new Point(change.at(), change.users())));
        return points;
    }

    /** The spread over time, from the first change on. */
    public List<Point> spread() {
        return changes.stream()
                .map(change -> new Point(change.at(), change.spread()))
                .toList();
    }
}
