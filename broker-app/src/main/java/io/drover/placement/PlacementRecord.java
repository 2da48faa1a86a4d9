package io.drover.placement;

import io.drover.fleet.Attempt;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One placement, for the decision log.
 *
 * @param decisionId its key
 * @param at when it was asked, by the database's clock
 * @param request what was asked
 * @param user who asked, folded
 * @param attempt the last decision, null when the request was refused before any
 * @param answer what was answered
 * @param tries how often was decided
 * @param lease the lease that was written or held on to, null when there is none
 * @param decideNanos time spent in the policy
 * @param commitNanos time spent waiting for the lease to be durable
 * @param totalNanos time from the request to the answer
 */
public record PlacementRecord(
        String decisionId,
        Instant at,
        PlacementRequest request,
        UserName user,
        @Nullable Attempt attempt,
        PlacementDecision answer,
        int tries,
        @Nullable Lease lease,
        long decideNanos,
        long commitNanos,
        long totalNanos) {}
