package io.drover.benchmarks.history;

import java.util.List;

/**
 * All that was asked and answered in a run, and what the database held at its end.
 *
 * @param counts what instances took the hosts' users under way to be, beside their records
 * @param writes in the order of their commits
 * @param leases what the database held when everything else was over, read within {@code read}
 * @param read when it was read
 */
public record History(
        List<Placement> placements,
        List<ModeChange> modes,
        List<Report> reports,
        List<Heartbeat> heartbeats,
        List<HostRecord> records,
        List<HostCount> counts,
        List<Fault> faults,
        List<StoredWrite> writes,
        List<StoredLease> leases,
        Span read) {

    /** Copies the lists. */
    public History {
        placements = List.copyOf(placements);
        modes = List.copyOf(modes);
        reports = List.copyOf(reports);
        heartbeats = List.copyOf(heartbeats);
        records = List.copyOf(records);
        counts = List.copyOf(counts);
        faults = List.copyOf(faults);
        writes = List.copyOf(writes);
        leases = List.copyOf(leases);
    }
}
