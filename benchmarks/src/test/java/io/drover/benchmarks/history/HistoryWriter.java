package io.drover.benchmarks.history;

import io.drover.benchmarks.history.ModeChange.Mode;
import io.drover.benchmarks.history.Placement.Placed;
import io.drover.benchmarks.history.Placement.Reason;
import io.drover.benchmarks.history.Placement.Refused;
import io.drover.benchmarks.history.Placement.Unknown;
import io.drover.benchmarks.history.Violation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Histories written by hand. Times are in seconds; the hosts a and b report every half second from the beginning to 100
 * s, unless that is written otherwise; leases hold for 30 s; the database is read at 100 s.
 */
final class HistoryWriter {

    static final Promises PROMISES = Promises.ofSeconds(10, 8, 2);
    private static final double LEASE = 30;
    private static final double END = 100;

    private final List<Placement> placements = new ArrayList<>();
    private final List<ModeChange> modes = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private final List<Heartbeat> heartbeats = new ArrayList<>();
    private final List<HostRecord> records = new ArrayList<>();
    private final List<HostCount> counts = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<StoredWrite> writes = new ArrayList<>();
    private final List<StoredLease> leases = new ArrayList<>();

    private static Span span(double start, double end) {
        return new Span(nanos(start), nanos(end));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }

    HistoryWriter placed(double start, double end, String host, Reason reason) {
        return placed("alice", start, end, host, reason, Set.of());
    }

    HistoryWriter placed(String person, double start, double end, String host, Reason reason, Set<String> excluded) {
        return answer(person, start, end, excluded, placed(start, host, reason), true);
    }

    /** One that was asked first at an earlier time. */
    HistoryWriter placedAgain(double since, double start, double end, String host, Reason reason) {
        Placed placed = placed(since, host, reason);
        placements.add(new Placement(span(start, end), nanos(since), 0, "alice", Set.of(), placed, true));
        return this;
    }

    /** One whose instance could not tell the others. */
    HistoryWriter placedUnheard(double start, double end, String host, Reason reason) {
        return answer("alice", start, end, Set.of(), placed(start, host, reason), false);
    }

    private Placed placed(double start, String host, Reason reason) {
        return new Placed(host, reason, nanos(start + LEASE), "placement-" + placements.size());
    }

    HistoryWriter unknown(double start, double end) {
        return unknown("alice", start, end);
    }

    HistoryWriter unknown(String person, double start, double end) {
        return answer(person, start, end, Set.of(), new Unknown("no answer"), false);
    }

    HistoryWriter refused(double start, double end) {
        return answer("alice", start, end, Set.of(), new Refused("no_eligible_host"), false);
    }

    private HistoryWriter answer(
            String person, double start, double end, Set<String> excluded, Placement.Answer answer, boolean passedOn) {
        placements.add(new Placement(span(start, end), nanos(start), 0, person, excluded, answer, passedOn));
        return this;
    }

    HistoryWriter mode(double start, double end, String host, Mode mode) {
        modes.add(new ModeChange(span(start, end), host, mode, true));
        return this;
    }

    HistoryWriter modeUnheard(double start, double end, String host, Mode mode) {
        modes.add(new ModeChange(span(start, end), host, mode, false));
        return this;
    }

    HistoryWriter report(double start, double end, String host, Report.Kind kind) {
        return report("alice", start, end, host, kind);
    }

    HistoryWriter report(String person, double start, double end, String host, Report.Kind kind) {
        return report(lastPlacement(person, host), person, start, end, host, kind);
    }

    HistoryWriter reportOf(String decision, double start, double end, String host, Report.Kind kind) {
        return report(decision, "alice", start, end, host, kind);
    }

    private HistoryWriter report(
            String decision, String person, double start, double end, String host, Report.Kind kind) {
        reports.add(new Report(span(start, end), decision, person, host, kind, true, true));
        return this;
    }

    private String lastPlacement(String person, String host) {
        return placements.stream()
                .filter(placement -> placement.person().equals(person) && placement.isOn(host))
                .map(placement -> ((Placed) placement.answer()).decision())
                .reduce("", (earlier, later) -> later);
    }

    HistoryWriter beats(double from, double until, String host, String... persons) {
        for (double at = from; at < until; at += 0.5) {
            heartbeats.add(new Heartbeat(span(at, at + 0.1), host, Set.of(persons), true, true));
        }
        return this;
    }

    /** One that the others need not have heard of. */
    HistoryWriter beatHeardByOne(double at, String host, String... persons) {
        heartbeats.add(new Heartbeat(span(at, at + 0.1), host, Set.of(persons), true, false));
        return this;
    }

    HistoryWriter unheardBeat(double start, double end, String host, String... persons) {
        heartbeats.add(new Heartbeat(span(start, end), host, Set.of(persons), false, false));
        return this;
    }

    HistoryWriter record(double at, String host, int underWay, String... persons) {
        records.add(new HostRecord(span(at, at + 0.1), 0, host, Set.of(persons), underWay));
        return this;
    }

    /** What an instance says of a host beside its record. */
    HistoryWriter count(double at, String host, int underWay) {
        counts.add(new HostCount(span(at, at + 0.1), 0, host, underWay));
        return this;
    }

    HistoryWriter fault(double at) {
        faults.add(new Fault(span(at, at + 0.1), 0, "POST /api/v1/broker/resolve", "500 {}"));
        return this;
    }

    HistoryWriter wrote(long micros, String host, boolean placement) {
        writes.add(new StoredWrite.OfLease(micros, "alice", host, placement));
        return this;
    }

    HistoryWriter wrote(long micros, String host, Mode mode) {
        writes.add(new StoredWrite.OfMode(micros, host, mode));
        return this;
    }

    HistoryWriter stored(String domain, String host, double ends) {
        leases.add(new StoredLease("alice", domain, host, nanos(ends)));
        return this;
    }

    /** The kinds of what the checker finds. */
    List<Kind> violations() {
        return findings().violations().stream().map(Violation::kind).toList();
    }

    Findings findings() {
        for (String host : List.of("a", "b")) {
            if (heartbeats.stream().noneMatch(beat -> beat.host().equals(host))) {
                beats(-5, END, host);
            }
        }
        History history = new History(
                placements, modes, reports, heartbeats, records, counts, faults, writes, leases, span(END, END + 0.1));
        return new Checker(PROMISES).check(history);
    }
}
