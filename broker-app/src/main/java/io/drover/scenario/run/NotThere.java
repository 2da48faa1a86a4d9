package io.drover.scenario.run;

import io.drover.decision.DecisionStory;
import io.drover.policy.explain.RuleTold;
import java.util.List;
import java.util.Optional;

/**
 * Why a decision of a scenario did not fall on a host.
 *
 * @param event the question and the answer, a sentence or two
 * @param story the decision, empty when the question was refused before any
 * @param rules what became of the rules that were asked about
 */
public record NotThere(String event, Optional<DecisionStory> story, List<RuleTold> rules) {

    public NotThere {
        rules = List.copyOf(rules);
    }
}
