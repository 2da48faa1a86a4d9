package io.drover.decision;

import io.drover.identity.UserName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which decisions are asked for.
 *
 * @param user who asked, in any spelling; null for anybody
 * @param agentId the host decided for, null for any
 * @param outcome {@code placed}, {@code refused} or {@code failed}; null for any
 * @param code a refusal's code, null for any
 * @param since not older than this, null for all
 */
public record DecisionFilter(
        @Nullable UserName user,
        @Nullable String agentId,
        @Nullable String outcome,
        @Nullable String code,
        @Nullable Instant since) {

    /** Every decision. */
    public static final DecisionFilter ALL = new DecisionFilter(null, null, null, null, null);
}
