package io.drover.benchmarks.history;

import io.drover.benchmarks.history.ModeChange.Mode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What is certain, and what is possible, of hosts at a time. */
final class Hosts {

    private static final int FAILING = 3;

    private final Promises promises;
    private final Map<String, List<ModeChange>> modes;
    private final Map<String, List<Heartbeat>> heartbeats;
    private final Map<String, List<Report>> failures;
    private final Map<String, List<Report>> ends;

    Hosts(History history, Promises promises) {
        this.promises = promises;
        modes = history.modes().stream()
                .sorted(Comparator.comparingLong(change -> change.span().start()))
                .collect(Collectors.groupingBy(ModeChange::host));
        heartbeats = history.heartbeats().stream()
                .sorted(Comparator.comparingLong(beat -> beat.span().start()))
                .collect(Collectors.groupingBy(Heartbeat::host));
        failures = history.reports().stream()
                .filter(report -> report.kind() == Report.Kind.FAILED)
                .collect(Collectors.groupingBy(Report::host));
        ends = history.reports().stream().filter(Report::ends).collect(Collectors.groupingBy(Report::decision));
    }

    Set<String> names() {
        return heartbeats.keySet();
    }

    /** Of a host, the earliest first. */
    List<Heartbeat> heartbeats(String host) {
        return heartbeats.getOrDefault(host, List.of());
    }

    /** How many of a host's heartbeats were sent by then. */
    int before(String host, long time) {
        List<Heartbeat> all = heartbeats(host);
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.get(middle).span().start() <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The reports that a placement's connection ended. */
    List<Report> ends(String decision) {
        return ends.getOrDefault(decision, List.of());
    }

    /** Whether a lease of the person may not lead to the host at some moment between. */
    boolean mayRefuse(String host, String person, long from, long until) {
        return mayBeClosed(host, from, until)
                || mayBeOffline(host, from, until)
                || mayBeBarred(host, person, from, until);
    }

    private boolean mayBeClosed(String host, long from, long until) {
        List<ModeChange> changes = modes.getOrDefault(host, List.of());
        for (int i = 0; i < changes.size(); i++) {
            ModeChange change = changes.get(i);
            boolean closes = change.mode() != Mode.ONLINE || !change.acknowledged();
            long lifted = i + 1 < changes.size() ? changes.get(i + 1).span().end() : Long.MAX_VALUE;
            if (closes && change.span().start() <= until && lifted >= from) {
                return true;
            }
        }
        return false;
    }

    /** The closed time that surely covers the span: acknowledged before it, and not yet being lifted after it. */
    Optional<ModeChange> surelyClosed(String host, Span span) {
        List<ModeChange> changes = modes.getOrDefault(host, List.of());
        for (int i = 0; i < changes.size(); i++) {
            ModeChange change = changes.get(i);
            long lifted = i + 1 < changes.size() ? changes.get(i + 1).span().start() : Long.MAX_VALUE;
            if (change.mode() != Mode.ONLINE
                    && change.acknowledged()
                    && change.span().isBefore(span)
                    && span.end() < lifted) {
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    /** Online for sure while a heartbeat that everybody knows is young. */
    private boolean mayBeOffline(String host, long from, long until) {
        long sure = from;
        for (Heartbeat beat : heartbeats(host)) {
            long known = beat.span().end() + promises.spread();
            long outlived = beat.span().start() + promises.offlineAfter() - promises.tolerance();
            if (beat.acknowledged() && known <= sure && outlived > sure) {
                sure = outlived;
            }
        }
        return sure <= until;
    }

    private boolean mayBeBarred(String host, String person, long from, long until) {
        List<Report> failed = failures.getOrDefault(host, List.of());
        long bar = promises.barred() + promises.spread();
        boolean own = failed.stream()
                .anyMatch(report -> report.person().equals(person)
                        && report.span().longer(bar).overlaps(from, until));
        long others = failed.stream()
                .filter(report -> report.span().longer(2 * bar).overlaps(from, until))
                .map(Report::person)
                .distinct()
                .count();
        return own || others >= FAILING;
    }
}
