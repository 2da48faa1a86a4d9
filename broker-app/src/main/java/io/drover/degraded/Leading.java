package io.drover.degraded;

import io.drover.identity.Domains;
import io.drover.lease.Lease;

/**
 * Which lease would have led the user of another one to its host.
 *
 * @param domains which domains are one
 * @param perResource whether a lease serves its own farm and resource alone; else one without a farm serves them all
 */
public record Leading(Domains domains, boolean perResource) {

    /** Whether the other leads this one's user, and to another host; somebody else's, or another farm's, does not. */
    boolean elsewhere(Lease other, Lease lease) {
        return !other.agentId().equals(lease.agentId())
                && domains.mayBeSame(other.domain(), lease.domain())
                && serves(other.farm(), lease.farm())
                && serves(other.resource(), lease.resource());
    }

    private boolean serves(String one, String other) {
        return one.equals(other) || (!perResource && (one.isEmpty() || other.isEmpty()));
    }
}
