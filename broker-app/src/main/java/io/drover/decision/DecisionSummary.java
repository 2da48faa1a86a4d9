package io.drover.decision;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.Map;

/**
 * A decision in a list. Texts are empty where there is nothing to say.
 *
 * @param decisionId its key
 * @param at when it was asked
 * @param username who asked, as spelled
 * @param person the folded user part
 * @param domain the folded domain
 * @param outcome {@code placed}, {@code refused} or {@code failed}
 * @param code why not
 * @param agentId the host decided for
 * @param reason why that host
 * @param farmId the farm
 * @param resourceId the resource
 * @param excluded of a refusal: hosts by reason
 * @param policyRevision the rules that decided
 * @param totalUs time from the request to the answer, in microseconds
 */
@JsonNaming(SnakeCaseStrategy.class)
public record DecisionSummary(
        String decisionId,
        Instant at,
        String username,
        String person,
        String domain,
        String outcome,
        String code,
        String agentId,
        String reason,
        String farmId,
        String resourceId,
        Map<String, Integer> excluded,
        String policyRevision,
        long totalUs) {}
