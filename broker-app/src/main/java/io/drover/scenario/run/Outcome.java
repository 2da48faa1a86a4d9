package io.drover.scenario.run;

import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import java.util.Locale;

/** What a decision came to, in one line that is the same when the same was answered. */
final class Outcome {

    private Outcome() {}

    static String of(Answer answer) {
        return what(answer) + " in " + answer.farmId() + " for " + answer.resourceId() + ", " + answer.notes();
    }

    private static String what(Answer answer) {
        if (answer.decision() instanceof Placed placed) {
            return placed.agentId() + ", " + placed.reason().text();
        } else if (answer.decision() instanceof Refused refused) {
            return "refused, " + refused.code();
        }
        return answer.decision().getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
