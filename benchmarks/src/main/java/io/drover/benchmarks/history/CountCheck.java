package io.drover.benchmarks.history;

import io.drover.benchmarks.history.Placement.Placed;
import io.drover.benchmarks.history.Placement.Reason;
import io.drover.benchmarks.history.Violation.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A host's record shows the sessions of a heartbeat that is not outdone by one that everybody knows, and counts
 * everybody who is surely on the way, and nobody who surely is not.
 */
final class CountCheck {

    private final History history;
    private final Promises promises;
    private final Hosts hosts;
    private final Stays stays;
    private final Map<String, List<Placement>> placements;

    CountCheck(History history, Promises promises, Hosts hosts, Stays stays) {
        this.history = history;
        this.promises = promises;
        this.hosts = hosts;
        this.stays = stays;
        placements = history.placements().stream().collect(Collectors.groupingBy(Placement::person));
    }

    List<Violation> violations() {
        List<Violation> found = new ArrayList<>();
        for (HostRecord seen : history.records()) {
            if (!possibleSessions(seen).contains(seen.persons())) {
                found.add(violation(seen, "shows sessions that no heartbeat of that time has: " + seen.persons()));
            }
            Set<String> sure = onTheWay(seen, this::isSurely);
            Set<String> possible = onTheWay(seen, this::isPossibly);
            if (seen.underWay() < sure.size() || seen.underWay() > possible.size()) {
                found.add(violation(
                        seen,
                        "counts %d under way, and %s are for sure, %s at most"
                                .formatted(seen.underWay(), sure, possible)));
            }
        }
        return found;
    }

    private Set<Set<String>> possibleSessions(HostRecord seen) {
        Set<Set<String>> possible = new HashSet<>();
        for (Heartbeat beat : hosts.heartbeats(seen.host())) {
            if (beat.span().start() > seen.span().end()) {
                break;
            }
            if (beat.passedOn()
                    && beat.span().end() + promises.spread() < seen.span().start()) {
                possible.clear();
            }
            possible.add(beat.persons());
        }
        return possible;
    }

    private interface Judgement {
        boolean holds(Placement placement, HostRecord seen, List<Placement> ofPerson);
    }

    private Set<String> onTheWay(HostRecord seen, Judgement judgement) {
        Set<String> persons = new HashSet<>();
        placements.forEach((person, all) -> {
            if (all.stream().anyMatch(placement -> judgement.holds(placement, seen, all))) {
                persons.add(person);
            }
        });
        return persons;
    }

    private boolean isSurely(Placement placement, HostRecord seen, List<Placement> all) {
        if (!(placement.answer() instanceof Placed placed)
                || !placed.host().equals(seen.host())
                || placed.reason() == Reason.EXISTING_SESSION) {
            return false;
        }
        long granted = placement.since();
        Span whole = new Span(granted, Math.max(granted, seen.span().end()));
        long ends = Math.min(granted + promises.pending(), placed.leaseEnds());
        return placement.span().end() + promises.spread() < seen.span().start()
                && seen.span().end() < ends - promises.tolerance()
                && !stays.mayStandBehind(placement.person(), seen.host(), whole)
                && !stays.mayBeReleased(
                        placement.person(), seen.host(), granted, seen.span().end())
                && all.stream()
                        .filter(other -> other.span().end() >= granted
                                && other.span().start() <= seen.span().end())
                        .allMatch(other -> !other.mayWrite() || other.isOn(seen.host()));
    }

    private boolean isPossibly(Placement placement, HostRecord seen, List<Placement> all) {
        boolean there = placement.answer() instanceof Placed ? placement.isOn(seen.host()) : placement.mayWrite();
        long last =
                placement.span().longer(promises.pending() + promises.spread()).end();
        return there
                && placement.span().start() <= seen.span().end()
                && last >= seen.span().start()
                && !surelyOver(placement, seen)
                && all.stream().noneMatch(other -> surelyMoved(placement, other, seen));
    }

    /** A session that was seen, or a connection that ended, after the placement. */
    private boolean surelyOver(Placement placement, HostRecord seen) {
        long known = seen.span().start() - promises.spread();
        long from = placement.span().end();
        return hosts.heartbeats(seen.host()).stream()
                        .filter(Heartbeat::passedOn)
                        .filter(beat ->
                                beat.span().start() > from && beat.span().end() < known)
                        .reduce((earlier, later) -> later)
                        .filter(beat -> beat.persons().contains(placement.person()))
                        .isPresent()
                || history.reports().stream()
                        .anyMatch(report -> report.ends()
                                && report.acknowledged()
                                && report.host().equals(seen.host())
                                && report.person().equals(placement.person())
                                && report.span().start() > from
                                && report.span().end() < known);
    }

    private boolean surelyMoved(Placement placement, Placement other, HostRecord seen) {
        return other.answer() instanceof Placed to
                && !to.host().equals(seen.host())
                && placement.span().isBefore(other.span())
                && other.span().end() + promises.spread() < seen.span().start();
    }

    private static Violation violation(HostRecord seen, String what) {
        return new Violation(
                Kind.WRONG_COUNT,
                seen.span().end(),
                "broker %d's record of %s at %.3f s %s"
                        .formatted(seen.broker(), seen.host(), seen.span().start() / 1e9, what));
    }
}
