package io.drover.decision;

import io.drover.identity.UserName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which decisions are asked for.
 *
 * @param user who asked, in any spelling; null for anybody
 * @param agentId the host decided for, null for any
 * @param outcome {@code placed}, {@code refused}, {@code failed} or a refusal's code; null for any
 * @param since not older than this, null for all
 * @param limit most decisions of the page, at least 1
 * @param after where the page before ended, null for the first page
 */
public record DecisionFilter(
        @Nullable UserName user,
        @Nullable String agentId,
        @Nullable String outcome,
        @Nullable Instant since,
        int limit,
        @Nullable DecisionCursor after) {

    public DecisionFilter {
        if (limit < 1) {
            throw new IllegalArgumentException("a page has at least 1 decision, not " + limit);
        }
    }
}
