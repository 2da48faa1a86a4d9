package io.drover.scenario.coverage;

import io.drover.scenario.Scenario;
import io.drover.scenario.Suite;
import io.drover.scenario.run.ScenarioResult;

/**
 * A scenario and what came of it with the rules as they are.
 *
 * @param suite its suite
 * @param scenario the scenario
 * @param result what came of it
 */
public record Tested(Suite suite, Scenario scenario, ScenarioResult result) {

    boolean fired(String ruleId) {
        return result.firedRules().contains(ruleId);
    }
}
