package io.drover.decision;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.drover.policy.explain.RuleTold;
import java.util.List;

/**
 * Why a decision did not fall on a host, beyond what its story says.
 *
 * @param decisionId the decision
 * @param agentId the host
 * @param policyRevision the rules that decided, and that were asked
 * @param rules what became of the rules that would have brought the user there, or of the one that was asked for
 */
@JsonNaming(SnakeCaseStrategy.class)
public record WhyNotAnswer(String decisionId, String agentId, String policyRevision, List<RuleTold> rules) {

    public WhyNotAnswer {
        rules = List.copyOf(rules);
    }
}
