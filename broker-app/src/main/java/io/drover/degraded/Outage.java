package io.drover.degraded;

import java.time.Instant;
import java.util.List;

/**
 * A time without the database, when it is over.
 *
 * @param began when the database was found to be away; before that, when what was known was right last, if it was in
 *     doubt then
 * @param ended when the last provisional lease was settled
 * @param counts what became of the provisional leases of this time
 * @param givenUp the first hundred of those that were given up
 */
public record Outage(Instant began, Instant ended, DegradedCounts counts, List<GivenUp> givenUp) {
    public Outage {
        givenUp = List.copyOf(givenUp);
    }
}
