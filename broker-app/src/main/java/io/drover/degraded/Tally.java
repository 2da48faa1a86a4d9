package io.drover.degraded;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Counts what becomes of provisional leases. Not safe for use by several threads at once. */
final class Tally {

    /** Of how many leases that were given up it is told which they were. */
    static final int MOST_NAMED = 100;

    private final List<GivenUp> givenUp = new ArrayList<>();
    private DegradedCounts counts = DegradedCounts.NONE;
    private DegradedCounts earlier = DegradedCounts.NONE;

    void given() {
        counts = counts.oneGiven();
    }

    /** @param decisionId the last decision that led to the lease's host; empty when it is not known */
    void settled(Settling.Result result, String decisionId) {
        Settlement settlement = result.settlement();
        counts = counts.one(settlement);
        boolean lost = settlement == Settlement.CONFLICTING || settlement == Settlement.CLOSED;
        if (lost && givenUp.size() < MOST_NAMED) {
            String outcome = settlement.name().toLowerCase(Locale.ROOT);
            givenUp.add(new GivenUp(outcome, result.lease().lease().agentId(), decisionId));
        }
    }

    /** Since the start. */
    DegradedCounts total() {
        return earlier.plus(counts);
    }

    /** The time without the database that ends now; what comes next belongs to another one. */
    Outage close(Instant began, Instant ended) {
        Outage outage = new Outage(began, ended, counts, givenUp);
        earlier = total();
        counts = DegradedCounts.NONE;
        givenUp.clear();
        return outage;
    }
}
