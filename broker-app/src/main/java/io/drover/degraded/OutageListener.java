package io.drover.degraded;

import io.drover.lease.Lease;

/** Hears of the database's absence. Called by several threads, one at a time; what it throws is logged. */
public interface OutageListener {

    /** A provisional lease is durable now. */
    void written(Lease lease);

    /** The database is back and all provisional leases are settled: what this instance knows must be read anew. */
    void ended(Outage outage);
}
