package io.drover.decision;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room for the days to come and drops days that are older than is to be kept. To be run at the start and now and
 * then, by every instance.
 */
public final class DecisionSweep implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionSweep.class);
    private static final int DAYS_AHEAD = 3;

    private final DecisionDao decisions;
    private final int keepDays;

    /**
     * @param decisions the database
     * @param keepDays how many whole days before today are kept, at least 1
     */
    public DecisionSweep(DecisionDao decisions, int keepDays) {
        this.decisions = decisions;
        this.keepDays = keepDays;
    }

    @Override
    public void run() {
        decisions.addDaysAhead(DAYS_AHEAD);
        int dropped = decisions.dropDays(keepDays);
        if (dropped > 0) {
            LOG.info("Decisions older than {} days are dropped, {} partitions", keepDays, dropped);
        }
    }
}
