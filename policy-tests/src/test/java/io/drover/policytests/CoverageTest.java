package io.drover.policytests;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleRef;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.coverage.Coverage;
import io.drover.scenario.coverage.CoverageMeter;
import io.drover.scenario.coverage.Mutant;
import io.drover.scenario.coverage.Tested;
import io.drover.scenario.parse.SuiteFiles;
import io.drover.scenario.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The suites hold every rule. {@code ./drover test --mutate} tries the smaller mistakes, which takes longer. */
@Tag("once")
class CoverageTest {

    private static final Path RULES = Path.of("..", "rules");

    @Test
    void everyRuleDecidesAScenario() throws Exception {
        Coverage coverage = measure(RuleSource.read(RULES), Path.of("suites"), rule -> true, false);

        assertThat(coverage.rules())
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.decisive())
                        .as("a scenario that is decided by " + rule.rule().id())
                        .isNotNull());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyMistakeInAnExampleIsNoticed(Path folder) throws Exception {
        RuleSource example = RuleSource.read(folder);
        RuleSource all = RuleSource.read(RULES).and(example);

        Coverage coverage = measure(all, folder, rule -> example.files().containsKey(rule.file()), true);

        assertThat(coverage.decisivePercent()).isEqualTo(100);
        assertThat(coverage.mutants()).isNotEmpty();
        assertThat(coverage.mutants().stream()
                        .filter(mutant -> mutant.fate() == Mutant.Fate.UNNOTICED)
                        .map(mutant -> mutant.mutation().ruleId() + ": "
                                + mutant.mutation().change()))
                .isEmpty();
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> found = Files.list(RULES.resolve("examples"))) {
            return found.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static Coverage measure(RuleSource source, Path suites, Predicate<RuleRef> meant, boolean mutate)
            throws Exception {
        try (CompiledRules rules = new RuleLoader(true).load(source)) {
            ScenarioRunner runner = new ScenarioRunner(rules, InstantSource.system());
            List<Tested> tested = SuiteFiles.read(List.of(suites)).suites().stream()
                    .flatMap(suite -> suite.scenarios().stream()
                            .map(scenario -> new Tested(suite, scenario, runner.run(suite, scenario))))
                    .toList();
            List<RuleRef> refs = rules.byName().values().stream().filter(meant).toList();
            return new CoverageMeter(source, refs, tested, InstantSource.system()).measure(mutate, percent -> {});
        }
    }
}
