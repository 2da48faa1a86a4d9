package io.drover.scenario.run;

import io.drover.scenario.Position;
import java.util.List;
import java.util.Set;

/**
 * What came of one scenario.
 *
 * @param suite the suite's name
 * @param name the scenario's name
 * @param position where it stands
 * @param tags words to find it by
 * @param status how it ended
 * @param failures what was not as expected, in the order of the steps
 * @param firedRules ids of the rules that fired in any of its decisions
 * @param skipReason why it did not run, empty when it did
 */
public record ScenarioResult(
        String suite,
        String name,
        Position position,
        List<String> tags,
        Status status,
        List<Failure> failures,
        Set<String> firedRules,
        String skipReason) {

    public ScenarioResult {
        tags = List.copyOf(tags);
        failures = List.copyOf(failures);
        firedRules = Set.copyOf(firedRules);
    }

    /** How a scenario ended. */
    public enum Status {
        PASSED,
        FAILED,
        SKIPPED
    }

    /**
     * One thing that was not as expected.
     *
     * @param position where the expectation stands
     * @param message expected and actual, one sentence
     * @param why how the decision came about, several lines, empty when none was made
     */
    public record Failure(Position position, String message, String why) {}
}
