package io.drover.decision;

import java.util.concurrent.atomic.LongAdder;

/** The running totals behind {@link DecisionLogCounts}. */
final class DecisionCounters {
    final LongAdder written = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder withoutHosts = new LongAdder();
    final LongAdder verdicts = new LongAdder();
    final LongAdder epochs = new LongAdder();
    final LongAdder failures = new LongAdder();

    DecisionLogCounts snapshot(int waiting) {
        return new DecisionLogCounts(
                written.sum(),
                dropped.sum(),
                refused.sum(),
                withoutHosts.sum(),
                verdicts.sum(),
                epochs.sum(),
                failures.sum(),
                waiting);
    }
}
