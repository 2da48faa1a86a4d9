package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.Fault;
import io.drover.benchmarks.history.Heartbeat;
import io.drover.benchmarks.history.History;
import io.drover.benchmarks.history.HostCount;
import io.drover.benchmarks.history.HostRecord;
import io.drover.benchmarks.history.ModeChange;
import io.drover.benchmarks.history.Placement;
import io.drover.benchmarks.history.Report;
import io.drover.benchmarks.history.Span;
import io.drover.benchmarks.history.StoredLease;
import io.drover.benchmarks.history.StoredWrite;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Where a run writes down what it asked and was answered. Safe for use by many threads. */
final class Journal {

    /** Within this time an instance tells the others what it heard; nanoseconds. */
    private static final long PASSING_ON = 1_000_000_000L;

    private final List<BrokerNode> brokers;
    private final Queue<Placement> placements = new ConcurrentLinkedQueue<>();
    private final Queue<ModeChange> modes = new ConcurrentLinkedQueue<>();
    private final Queue<Told> reports = new ConcurrentLinkedQueue<>();
    private final Queue<Asked> heartbeats = new ConcurrentLinkedQueue<>();
    private final Queue<HostRecord> records = new ConcurrentLinkedQueue<>();
    private final Queue<HostCount> counts = new ConcurrentLinkedQueue<>();
    private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
    private final Queue<Span> outages = new ConcurrentLinkedQueue<>();

    private record Asked(int broker, Heartbeat heartbeat) {}

    private record Told(int broker, Report report) {}

    Journal(List<BrokerNode> brokers) {
        this.brokers = brokers;
    }

    void placement(Placement placement) {
        placements.add(placement);
    }

    void mode(ModeChange change) {
        modes.add(change);
    }

    /** @param broker that was told last */
    void report(int broker, Report report) {
        reports.add(new Told(broker, report));
    }

    void heartbeat(int broker, Heartbeat heartbeat) {
        heartbeats.add(new Asked(broker, heartbeat));
    }

    void record(HostRecord seen) {
        records.add(seen);
    }

    void count(HostCount seen) {
        counts.add(seen);
    }

    void fault(Fault fault) {
        faults.add(fault);
    }

    /** The database was away, or instances lost their connections to it. */
    void outage(Span time) {
        outages.add(time);
    }

    /** All of it, with what the database has to say. */
    History history(List<StoredWrite> writes, List<StoredLease> leases, Span read) {
        return new History(
                placements.stream().map(this::settled).toList(),
                List.copyOf(modes),
                reports.stream().map(this::settled).toList(),
                heartbeats.stream().map(this::settled).toList(),
                List.copyOf(records),
                List.copyOf(counts),
                List.copyOf(faults),
                writes,
                leases,
                read);
    }

    private Placement settled(Placement placement) {
        boolean open = placement.answer() instanceof Placement.Unknown;
        return new Placement(
                open ? settled(placement.broker(), placement.span()) : placement.span(),
                placement.since(),
                placement.broker(),
                placement.person(),
                placement.excluded(),
                placement.answer(),
                placement.passedOn() && isPassedOn(placement.broker(), placement.span()));
    }

    private Report settled(Told told) {
        Report report = told.report();
        return new Report(
                report.span(),
                report.decision(),
                report.person(),
                report.host(),
                report.kind(),
                report.acknowledged(),
                report.passedOn() && isPassedOn(told.broker(), report.span()));
    }

    private Heartbeat settled(Asked asked) {
        Heartbeat beat = asked.heartbeat();
        return beat.acknowledged()
                ? new Heartbeat(beat.span(), beat.host(), beat.persons(), true, isPassedOn(asked.broker(), beat.span()))
                : new Heartbeat(settled(asked.broker(), beat.span()), beat.host(), beat.persons(), false, false);
    }

    private boolean isPassedOn(int broker, Span span) {
        long from = span.start();
        long until = span.end() + PASSING_ON;
        return brokers.get(broker).goesOn(from, until)
                && outages.stream().noneMatch(outage -> outage.overlaps(from, until));
    }

    private Span settled(int broker, Span span) {
        return new Span(span.start(), brokers.get(broker).settled(span.start(), span.end()));
    }
}
