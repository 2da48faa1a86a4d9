package io.drover.lease;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The row that a request writes, as the function {@code grant_leases} writes it; for stores in memory. */
public final class LeaseWrites {

    private LeaseWrites() {}

    /**
     * The lease that a request writes.
     *
     * @param before the lease that has the request's key, also when it ran out; null for none
     * @param rev of the new lease
     */
    public static Lease of(LeaseRequest request, @Nullable Lease before, long rev, Instant now) {
        boolean stays = before != null
                && before.agentId().equals(request.agentId())
                && before.expiresAt().isAfter(now);
        return new Lease(
                request.person(),
                request.domain(),
                request.farm(),
                request.resource(),
                request.agentId(),
                rev,
                generation(before, stays),
                grantedAt(request, before, stays, now),
                now.plus(request.ttl()));
    }

    private static long generation(@Nullable Lease before, boolean stays) {
        return before == null ? 1 : before.generation() + (stays ? 0 : 1);
    }

    private static Instant grantedAt(LeaseRequest request, @Nullable Lease before, boolean stays, Instant now) {
        if (request.kind() == LeaseRequest.Kind.GRANT) {
            return now;
        }
        return before != null && stays ? before.grantedAt() : Lease.NO_PLACEMENT;
    }
}
