package io.drover.lease;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the function {@code grant_leases} says of a person's leases, and writes; for stores in memory. */
public final class LeaseJudge {

    private LeaseJudge() {}

    /**
     * The leases on which the decision must be made again, by rev; empty when it stands.
     *
     * @param there all leases of the person, those that ran out among them
     */
    public static Optional<LeaseOutcome.LeaseChanged> objection(
            LeaseRequest request, Collection<Lease> there, Instant now) {
        List<Lease> current = there.stream()
                .filter(lease -> lease.expiresAt().isAfter(now))
                .sorted(Comparator.comparingLong(Lease::rev))
                .toList();
        Set<Long> revs = there.stream().map(Lease::rev).collect(Collectors.toSet());
        boolean known = revs.containsAll(request.knownRevs())
                && current.stream().map(Lease::rev).allMatch(request.knownRevs()::contains);
        boolean backed = request.kind() != LeaseRequest.Kind.CONFIRM
                || current.stream()
                        .anyMatch(lease -> lease.key().equals(request.key())
                                && lease.agentId().equals(request.agentId()));
        return known && backed ? Optional.empty() : Optional.of(new LeaseOutcome.LeaseChanged(current));
    }

    /**
     * The lease that a request writes.
     *
     * @param before the lease that has the request's key, also when it ran out; null for none
     * @param rev of the new lease
     */
    public static Lease written(LeaseRequest request, @Nullable Lease before, long rev, Instant now) {
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
