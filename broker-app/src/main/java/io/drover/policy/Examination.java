package io.drover.policy;

import java.util.List;

/**
 * How rules did in the suites that they must pass.
 *
 * @param passed scenarios that went as expected
 * @param skipped scenarios that did not run
 * @param failures everything that did not go as expected, in the order of files and lines
 */
public record Examination(int passed, int skipped, List<ScenarioFailure> failures) {

    /** Nothing was asked. */
    public static final Examination NONE = new Examination(0, 0, List.of());

    public Examination {
        failures = List.copyOf(failures);
    }
}
