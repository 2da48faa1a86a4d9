package io.drover.benchmarks.history;

import io.drover.benchmarks.history.Placement.Placed;
import io.drover.benchmarks.history.Placement.Reason;
import io.drover.benchmarks.history.Placement.Unknown;
import io.drover.benchmarks.history.Violation.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A host's record shows the sessions of a heartbeat that is not outdone by one that everybody knows; and an instance
 * counts on a host everybody who is surely on the way, and nobody who surely is not.
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

    Findings findings() {
        List<Violation> found = new ArrayList<>();
        history.records().stream()
                .filter(seen -> !possibleSessions(seen).contains(seen.persons()))
                .forEach(seen -> found.add(violation(
                        seen.count(), "shows sessions that no heartbeat of that time has: " + seen.persons())));
        List<HostCount> counts = Stream.concat(
                        history.records().stream().map(HostRecord::count), history.counts().stream())
                .toList();
        int telling = 0;
        long surely = 0;
        long possibly = 0;
        for (HostCount seen : counts) {
            Set<String> sure = onTheWay(seen, this::isSurely);
            Set<String> possible = onTheWay(seen, this::isPossibly);
            telling += sure.isEmpty() ? 0 : 1;
            surely += sure.size();
            possibly += possible.size();
            if (seen.underWay() < sure.size() || seen.underWay() > possible.size()) {
                found.add(violation(
                        seen,
                        "counts %d under way, and %s are for sure, %s at most"
                                .formatted(seen.underWay(), sure, possible)));
            }
        }
        return new Findings(found, new Findings.Counts(counts.size(), telling, surely, possibly));
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
        boolean holds(Placement placement, HostCount seen, List<Placement> ofPerson);
    }

    private Set<String> onTheWay(HostCount seen, Judgement judgement) {
        Set<String> persons = new HashSet<>();
        placements.forEach((person, all) -> {
            if (all.stream().anyMatch(placement -> judgement.holds(placement, seen, all))) {
                persons.add(person);
            }
        });
        return persons;
    }

    private boolean isSurely(Placement placement, HostCount seen, List<Placement> all) {
        if (!(placement.answer() instanceof Placed placed)
                || !placed.host().equals(seen.host())
                || !placement.passedOn()
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

    private boolean isPossibly(Placement placement, HostCount seen, List<Placement> all) {
        long last =
                placement.span().longer(promises.pending() + promises.spread()).end();
        return placement.span().start() <= seen.span().end()
                && last >= seen.span().start()
                && mayCount(placement, seen)
                && !surelyOver(placement, seen)
                && all.stream().noneMatch(other -> surelyMoved(placement, other, seen));
    }

    /** One that is being decided may count on any host: what it decided first may not be what it is answered. */
    private static boolean mayCount(Placement placement, HostCount seen) {
        return placement.isOn(seen.host())
                || placement.answer() instanceof Unknown
                || placement.span().overlaps(seen.span().start(), seen.span().end());
    }

    private boolean surelyOver(Placement placement, HostCount seen) {
        long known = seen.span().start() - promises.spread();
        return surelyArrived(placement, seen, known) || surelyEnded(placement, seen, known);
    }

    /**
     * The last heartbeat that everybody knows shows the session, and so does each that came later: one that shows it no
     * more makes a user with an open connection be on the way again.
     */
    private boolean surelyArrived(Placement placement, HostCount seen, long known) {
        List<Heartbeat> beats = hosts.heartbeats(seen.host());
        for (int i = hosts.before(seen.host(), seen.span().end()) - 1; i >= 0; i--) {
            Heartbeat beat = beats.get(i);
            if (beat.span().start() <= placement.span().end() || !beat.persons().contains(placement.person())) {
                return false;
            }
            if (beat.passedOn() && beat.span().end() < known) {
                return true;
            }
        }
        return false;
    }

    /** Its own connection ended, and there is no other. */
    private boolean surelyEnded(Placement placement, HostCount seen, long known) {
        return placement.answer() instanceof Placed placed
                && !stays.mayBeConnected(placement.person(), seen.host(), seen.span())
                && hosts.ends(placed.decision()).stream()
                        .anyMatch(report -> report.passedOn() && report.span().end() < known);
    }

    private boolean surelyMoved(Placement placement, Placement other, HostCount seen) {
        return other.answer() instanceof Placed to
                && other.passedOn()
                && !to.host().equals(seen.host())
                && placement.span().isBefore(other.span())
                && other.span().end() + promises.spread() < seen.span().start();
    }

    private static Violation violation(HostCount seen, String what) {
        return new Violation(
                Kind.WRONG_COUNT,
                seen.span().end(),
                "broker %d's record of %s at %.3f s %s"
                        .formatted(seen.broker(), seen.host(), seen.span().start() / 1e9, what));
    }
}
