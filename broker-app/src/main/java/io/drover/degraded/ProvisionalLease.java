package io.drover.degraded;

import io.drover.lease.Lease;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseRequest.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lease that the database is still to be told of.
 *
 * @param lease as it was given
 * @param request the decision that it was last given for
 * @param kind what is to be written if its user is under way: a placement when one of the decisions since the database
 *     went away was one
 * @param claims whether one of them took over what was taken under the short name
 */
record ProvisionalLease(Lease lease, LeaseRequest request, Kind kind, boolean claims) {

    static ProvisionalLease of(Lease lease, LeaseRequest request, @Nullable ProvisionalLease before) {
        boolean placed = before != null
                && before.kind == Kind.GRANT
                && before.lease.agentId().equals(lease.agentId());
        return new ProvisionalLease(
                lease,
                request,
                placed ? Kind.GRANT : request.kind(),
                request.claims() || (before != null && before.claims));
    }

    /** What is left of it. */
    Duration left(Instant now) {
        return Duration.between(now, lease.expiresAt());
    }

    /**
     * The request that makes it durable.
     *
     * @param underWay whether its user is on the way yet: a placement of long ago, or one whose session is seen, is
     *     written like a reconnect, so that the user does not count as placed just now
     */
    LeaseRequest durable(Set<Long> knownRevs, Duration left, boolean underWay) {
        return new LeaseRequest(
                request.person(),
                request.domain(),
                request.farm(),
                request.resource(),
                request.agentId(),
                knownRevs,
                claims,
                underWay ? kind : Kind.REFRESH,
                left,
                request.checks());
    }
}
