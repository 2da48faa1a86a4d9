package io.drover.demo;

import io.drover.decision.DecisionStory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A click, what came of it, and whether that is right.
 *
 * @param step what is shown, one sentence
 * @param user who clicked, as spelled
 * @param connection what was clicked
 * @param outcome what came of it
 * @param why the reasons behind it, one line
 * @param story the broker's own explanation, null where it was not asked for one
 * @param flaws what is wrong with the outcome, empty when it is right
 */
record Placement(
        String step,
        String user,
        String connection,
        Outcome outcome,
        String why,
        @Nullable DecisionStory story,
        List<String> flaws) {

    Placement {
        flaws = List.copyOf(flaws);
    }
}
