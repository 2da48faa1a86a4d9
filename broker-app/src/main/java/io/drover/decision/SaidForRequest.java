package io.drover.decision;

import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.ScoreTerm;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The column {@code said}: what rules said for one request alone. */
record SaidForRequest(
        List<String> notes,
        Map<String, List<Exclusion>> exclusions,
        Map<String, List<ScoreTerm>> terms,
        Map<String, Set<String>> waived) {

    static final SaidForRequest NOTHING = new SaidForRequest(List.of(), Map.of(), Map.of(), Map.of());

    static SaidForRequest in(Decision decision) {
        return new SaidForRequest(decision.notes(), decision.exclusions(), decision.terms(), decision.waived());
    }
}
