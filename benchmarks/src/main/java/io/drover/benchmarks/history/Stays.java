package io.drover.benchmarks.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Who may be on which host, or may have left it, at a time. */
final class Stays {

    private record Key(String person, String host) {}

    private final Promises promises;
    private final Hosts hosts;
    private final Map<Key, List<Span>> sessions = new HashMap<>();
    private final Map<Key, List<Span>> connections = new HashMap<>();
    private final Map<Key, List<Span>> leavings = new HashMap<>();

    Stays(History history, Hosts hosts, Promises promises) {
        this.promises = promises;
        this.hosts = hosts;
        history.heartbeats().stream()
                .map(Heartbeat::host)
                .distinct()
                .forEach(host -> readSessions(host, hosts.heartbeats(host)));
        history.reports().stream()
                .collect(Collectors.groupingBy(report -> new Key(report.person(), report.host())))
                .forEach(this::readReports);
    }

    /** A session may be known from the first heartbeat that shows it until everybody heard one without it. */
    private void readSessions(String host, List<Heartbeat> heartbeats) {
        Map<String, Long> since = new HashMap<>();
        Map<String, Long> leaving = new HashMap<>();
        for (Heartbeat beat : heartbeats) {
            for (String person : List.copyOf(since.keySet())) {
                if (!beat.persons().contains(person)) {
                    leaving.putIfAbsent(person, beat.span().start());
                    if (beat.passedOn()) {
                        left(new Key(person, host), since, leaving, beat.span().end() + promises.spread());
                    }
                }
            }
            beat.persons()
                    .forEach(person -> since.putIfAbsent(person, beat.span().start()));
        }
        List.copyOf(since.keySet()).forEach(person -> left(new Key(person, host), since, leaving, Long.MAX_VALUE));
    }

    private void left(Key key, Map<String, Long> since, Map<String, Long> leaving, long known) {
        Long start = since.remove(key.person());
        Long gone = leaving.remove(key.person());
        if (start != null) {
            add(sessions, key, new Span(start, known));
        }
        if (gone != null) {
            add(leavings, key, new Span(gone, known));
        }
    }

    private void readReports(Key key, List<Report> reports) {
        for (Report report : reports) {
            long start = report.span().start();
            switch (report.kind()) {
                case OPENED -> add(connections, key, new Span(start, closed(report, reports)));
                case FAILED -> add(leavings, key, new Span(start, heard(report)));
                case CLOSED -> add(leavings, key, new Span(start, emptied(report)));
            }
        }
    }

    /** When everybody heard that the connection ended. */
    private long closed(Report opened, List<Report> reports) {
        return reports.stream()
                .filter(Report::ends)
                .filter(report -> report.decision().equals(opened.decision()))
                .filter(report -> report.span().start() > opened.span().end())
                .mapToLong(this::heard)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private long heard(Report report) {
        return report.passedOn() ? report.span().end() + promises.spread() : Long.MAX_VALUE;
    }

    /** A closed connection ends its lease with the first heartbeat after it that shows no session. */
    private long emptied(Report report) {
        return hosts.heartbeats(report.host()).stream()
                .filter(beat -> report.acknowledged() && beat.passedOn())
                .filter(beat -> beat.span().start() > report.span().end())
                .filter(beat -> !beat.persons().contains(report.person()))
                .mapToLong(beat -> beat.span().end() + promises.spread())
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    private static void add(Map<Key, List<Span>> to, Key key, Span span) {
        to.computeIfAbsent(key, any -> new ArrayList<>()).add(span);
    }

    private static boolean any(Map<Key, List<Span>> in, String person, String host, long from, long until) {
        return in.getOrDefault(new Key(person, host), List.of()).stream().anyMatch(span -> span.overlaps(from, until));
    }

    /** Whether an instance may see a session of the person on the host. */
    boolean maySeeSession(String person, String host, Span span) {
        return any(sessions, person, host, span.start(), span.end());
    }

    /** Whether an instance may take a connection of the person to the host to be open. */
    boolean mayBeConnected(String person, String host, Span span) {
        return any(connections, person, host, span.start(), span.end());
    }

    /** Whether an instance may see a session or an open connection. */
    boolean mayStandBehind(String person, String host, Span span) {
        return maySeeSession(person, host, span) || mayBeConnected(person, host, span);
    }

    /** Whether a lease of the person on the host may be released between. */
    boolean mayBeReleased(String person, String host, long from, long until) {
        return any(leavings, person, host, from, until);
    }
}
