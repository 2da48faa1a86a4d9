package io.drover.lease;

import java.time.Instant;

/**
 * A user's claim on a host, as the database has it.
 *
 * @param person the folded user part, the key of the person's lock
 * @param domain the folded domain; empty when the lease was taken under a short name
 * @param farm the farm's id, empty for the whole fleet
 * @param resource the resource's id; empty when one lease serves all resources of the farm
 * @param agentId the host
 * @param rev grows with every write of the person's leases
 * @param generation grows when the lease moves to another host or starts anew
 * @param grantedAt when a placement last led to this host; a refresh behind a session leaves it alone;
 *     {@link #NO_PLACEMENT} when only sessions did
 * @param expiresAt when it ends; a lease whose end is now has ended
 */
public record Lease(
        String person,
        String domain,
        String farm,
        String resource,
        String agentId,
        long rev,
        long generation,
        Instant grantedAt,
        Instant expiresAt) {

    /** {@code grantedAt} of a lease that came from a session alone, so that no placement is under way by it. */
    public static final Instant NO_PLACEMENT = Instant.EPOCH;

    /**
     * From this rev on leases are provisional; the database does not get so far, and JSON can still tell them apart.
     */
    public static final long PROVISIONAL = 1L << 52;

    /** Whether only the instance that gave the lease knows of it, because the database was away. */
    public boolean isProvisional() {
        return rev >= PROVISIONAL;
    }

    /** The row that the lease is kept in; at most one lease has it at a time. */
    public LeaseKey key() {
        return new LeaseKey(person, domain, farm, resource);
    }
}
