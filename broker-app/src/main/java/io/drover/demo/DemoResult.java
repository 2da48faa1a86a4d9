package io.drover.demo;

import io.drover.decision.DecisionStory;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the demo did.
 *
 * @param placements in the order in which they were made
 * @param first the whole story of the first
 * @param secondsToFirstPlacement from the start of the command to the first answer
 */
public record DemoResult(List<Placement> placements, DecisionStory first, double secondsToFirstPlacement) {

    public DemoResult {
        placements = List.copyOf(placements);
    }

    /** What was wrong, one sentence each; empty when every placement was right. */
    public List<String> flaws() {
        return placements.stream()
                .flatMap(placement -> placement.flaws().stream()
                        .map(flaw -> placement.user() + " at \"" + placement.connection() + "\" " + flaw))
                .toList();
    }

    Stream<String> steps() {
        return placements.stream().map(Placement::step).distinct();
    }
}
