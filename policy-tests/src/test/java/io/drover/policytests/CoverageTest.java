package io.drover.policytests;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.coverage.Coverage;
import io.drover.scenario.coverage.CoverageMeter;
import io.drover.scenario.coverage.Tested;
import io.drover.scenario.parse.SuiteFiles;
import io.drover.scenario.run.ScenarioRunner;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The suites hold every rule. {@code ./drover test --mutate} tries the smaller mistakes, which takes longer. */
@Tag("once")
class CoverageTest {

    @Test
    void everyRuleDecidesAScenario() throws Exception {
        RuleSource source = RuleSource.read(Path.of("..", "rules"));
        try (CompiledRules rules = new RuleLoader(true).load(source)) {
            ScenarioRunner runner = new ScenarioRunner(rules, InstantSource.system());
            List<Tested> tested = SuiteFiles.read(List.of(Path.of("suites"))).suites().stream()
                    .flatMap(suite -> suite.scenarios().stream()
                            .map(scenario -> new Tested(suite, scenario, runner.run(suite, scenario))))
                    .toList();

            Coverage coverage = new CoverageMeter(source, rules.byName().values(), tested, InstantSource.system())
                    .measure(false, percent -> {});

            assertThat(coverage.rules())
                    .isNotEmpty()
                    .allSatisfy(rule -> assertThat(rule.decisive())
                            .as("a scenario that is decided by " + rule.rule().id())
                            .isNotNull());
        }
    }
}
