package io.drover.decision;

import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.Question;
import io.drover.policy.RuleRef;
import io.drover.policy.ScoreTerm;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The column {@code record} of a decision: all that has no column of its own. {@code provisional} is true or not there.
 */
record DecisionDocument(
        AskedRequest request,
        RecordedSettings settings,
        int tries,
        String detail,
        @Nullable Long leaseRev,
        @Nullable Instant leaseExpires,
        @Nullable Boolean provisional,
        @Nullable Question question,
        @Nullable Decided decided) {

    /** What the policy said. {@code farm} is null when no host was looked at. */
    record Decided(
            @Nullable FarmView farm,
            @Nullable ResourceView resource,
            long seed,
            double score,
            String domain,
            Map<String, Integer> excluded,
            List<String> notes,
            Map<String, List<Exclusion>> exclusions,
            Map<String, List<ScoreTerm>> terms,
            Map<String, Set<String>> waived,
            List<RuleRef> rules) {

        static Decided of(Decision decision) {
            Decision.Outcome outcome = decision.outcome();
            return new Decided(
                    decision.farm(),
                    decision.resource(),
                    decision.seed(),
                    outcome instanceof Decision.Placed placed ? placed.score() : 0,
                    outcome instanceof Decision.Placed placed ? placed.domain() : "",
                    outcome instanceof Decision.Refused refused ? refused.excluded() : Map.of(),
                    decision.notes(),
                    decision.exclusions(),
                    decision.terms(),
                    decision.waived(),
                    decision.rules());
        }
    }
}
