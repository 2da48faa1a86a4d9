package io.drover.degraded;

import java.time.Instant;

/**
 * A time without the database, when it is over.
 *
 * @param began when the first lease could not be written
 * @param ended when the last provisional lease was settled
 * @param counts what became of the provisional leases of this time
 */
public record Outage(Instant began, Instant ended, DegradedCounts counts) {}
