package io.drover.lease;

import java.util.concurrent.atomic.LongAdder;

/** The running totals behind {@link LeaseWriterCounts}. */
final class LeaseWriterCounters {
    final LongAdder batches = new LongAdder();
    final LongAdder rows = new LongAdder();
    final LongAdder coalesced = new LongAdder();
    final LongAdder released = new LongAdder();
    final LongAdder retries = new LongAdder();
    final LongAdder connectionsLost = new LongAdder();
    final LongAdder sqlErrors = new LongAdder();
    final LongAdder timeouts = new LongAdder();
    final LongAdder rejected = new LongAdder();

    LeaseWriterCounts snapshot(int waiting) {
        return new LeaseWriterCounts(
                batches.sum(),
                rows.sum(),
                coalesced.sum(),
                released.sum(),
                retries.sum(),
                connectionsLost.sum(),
                sqlErrors.sum(),
                timeouts.sum(),
                rejected.sum(),
                waiting);
    }
}
