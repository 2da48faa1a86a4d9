package io.drover.policy;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * What would come of loading the folder's rules. Nothing was changed.
 *
 * @param good whether they could serve
 * @param revision the rules in the folder, empty when it cannot be read
 * @param active the rules that decide
 * @param rules how many rules there are, 0 when they do not compile
 * @param scenariosPassed how many scenarios went as expected
 * @param scenariosSkipped how many did not run
 * @param problems what is wrong with the rules
 * @param failures what the suites expect in vain
 */
@JsonNaming(SnakeCaseStrategy.class)
public record PolicyCheck(
        boolean good,
        String revision,
        String active,
        int rules,
        int scenariosPassed,
        int scenariosSkipped,
        List<RuleProblem> problems,
        List<ScenarioFailure> failures) {

    public PolicyCheck {
        problems = List.copyOf(problems);
        failures = List.copyOf(failures);
    }

    static PolicyCheck good(String revision, String active, int rules, Examination examined) {
        return new PolicyCheck(
                examined.failures().isEmpty(),
                revision,
                active,
                rules,
                examined.passed(),
                examined.skipped(),
                List.of(),
                examined.failures());
    }

    static PolicyCheck broken(String revision, String active, BrokenRulesException why) {
        return new PolicyCheck(false, revision, active, 0, 0, 0, why.problems(), why.failures());
    }
}
