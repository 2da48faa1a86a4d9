package io.drover.placement;

import io.drover.fleet.Attempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One placement, for the decision log.
 *
 * @param decisionId its key
 * @param at when it was asked, by the database's clock
 * @param request what was asked
 * @param attempt the last decision, null when the request was refused before any
 * @param answer what was answered
 * @param tries how often was decided
 * @param decideNanos time spent in the policy
 * @param totalNanos time from the request to the answer
 */
public record PlacementRecord(
        String decisionId,
        Instant at,
        PlacementRequest request,
        @Nullable Attempt attempt,
        PlacementDecision answer,
        int tries,
        long decideNanos,
        long totalNanos) {}
