package io.drover.degraded;

import java.time.Instant;
import java.util.List;

/**
 * A time without the database, when it is over.
 *
 * @param began when the first lease could not be written
 * @param ended when the last provisional lease was settled
 * @param counts what became of the provisional leases of this time
 * @param givenUp the first hundred of those that were given up
 */
public record Outage(Instant began, Instant ended, DegradedCounts counts, List<GivenUp> givenUp) {
    public Outage {
        givenUp = List.copyOf(givenUp);
    }
}
