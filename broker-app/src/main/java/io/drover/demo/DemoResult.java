package io.drover.demo;

import io.drover.decision.DecisionStory;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the demo did.
 *
 * @param placements in the order in which they were made
 * @param first the whole story of the first
 * @param secondsToFirstPlacement from the start of the command to the first answer
 * @param shippedRules whether the rules were the shipped ones, which every placement is compared with
 */
public record DemoResult(
        List<Placement> placements, DecisionStory first, double secondsToFirstPlacement, boolean shippedRules) {

    public DemoResult {
        placements = List.copyOf(placements);
    }

    /** What was wrong, one sentence each; empty when every placement was right. */
    public List<String> flaws() {
        return sentences(this::flaws);
    }

    /** Where rules of one's own led to something else than the shipped ones, one sentence each. */
    public List<String> differences() {
        return sentences(this::differences);
    }

    /** With other rules than the shipped ones, what they lead to is no mistake. */
    List<String> flaws(Placement placement) {
        return shippedRules
                ? Stream.concat(placement.flaws().stream(), placement.faults().stream())
                        .toList()
                : placement.faults();
    }

    List<String> differences(Placement placement) {
        return shippedRules
                ? List.of()
                : placement.flaws().stream()
                        .map(flaw -> "with the shipped rules " + flaw.replaceFirst("^must be", "would be"))
                        .toList();
    }

    private List<String> sentences(Function<Placement, List<String>> said) {
        return placements.stream()
                .flatMap(placement -> said.apply(placement).stream()
                        .map(flaw -> placement.user() + " at \"" + placement.connection() + "\" " + flaw))
                .toList();
    }

    Stream<String> steps() {
        return placements.stream().map(Placement::step).distinct();
    }
}
