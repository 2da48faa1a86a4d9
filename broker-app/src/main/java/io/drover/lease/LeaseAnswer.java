package io.drover.lease;

import java.time.Instant;

/**
 * The JSON of a lease.
 *
 * @param id names it in requests
 * @param user the folded user part
 * @param domain the folded domain, empty for a short name
 * @param farmId the farm, empty for the whole fleet
 * @param resourceId the resource, empty when the lease serves all of the farm's
 * @param agentId the host
 * @param grantedAt when a placement last led here
 * @param expiresAt when it ends unless it is used
 */
record LeaseAnswer(
        String id,
        String user,
        String domain,
        String farmId,
        String resourceId,
        String agentId,
        Instant grantedAt,
        Instant expiresAt) {

    static LeaseAnswer of(Lease lease) {
        LeaseKey key = new LeaseKey(lease.person(), lease.domain(), lease.farm(), lease.resource());
        return new LeaseAnswer(
                key.id(),
                lease.person(),
                lease.domain(),
                lease.farm(),
                lease.resource(),
                lease.agentId(),
                lease.grantedAt(),
                lease.expiresAt());
    }
}
