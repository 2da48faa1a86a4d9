package io.drover.degraded;

/**
 * What became of provisional leases.
 *
 * @param given answers that were given without the database
 * @param kept leases that were written when it was back, or stood there already
 * @param conflicting leases given up for others that the user has by then for the same farm and resource, placed by
 *     another instance
 * @param closed leases given up because an operator had changed their host, farm or resource
 * @param expired leases that ran out before the database was back
 */
public record DegradedCounts(long given, long kept, long conflicting, long closed, long expired) {

    /** Before the first of them. */
    public static final DegradedCounts NONE = new DegradedCounts(0, 0, 0, 0, 0);

    DegradedCounts oneGiven() {
        return new DegradedCounts(given + 1, kept, conflicting, closed, expired);
    }

    DegradedCounts one(Settlement settlement) {
        return switch (settlement) {
            case KEPT -> new DegradedCounts(given, kept + 1, conflicting, closed, expired);
            case CONFLICTING -> new DegradedCounts(given, kept, conflicting + 1, closed, expired);
            case CLOSED -> new DegradedCounts(given, kept, conflicting, closed + 1, expired);
            case EXPIRED -> new DegradedCounts(given, kept, conflicting, closed, expired + 1);
        };
    }

    DegradedCounts plus(DegradedCounts other) {
        return new DegradedCounts(
                given + other.given,
                kept + other.kept,
                conflicting + other.conflicting,
                closed + other.closed,
                expired + other.expired);
    }
}
