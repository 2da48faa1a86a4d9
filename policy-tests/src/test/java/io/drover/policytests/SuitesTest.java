package io.drover.policytests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Scenario;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteFiles;
import io.drover.scenario.parse.SuiteParser;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Status;
import io.drover.scenario.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario of every suite, each a test with its own name. */
class SuitesTest {

    private static final Path SUITES = Path.of("suites");

    private static final Path RULES = Path.of("..", "rules");
    private static final List<CompiledRules> compiled = new ArrayList<>();

    private static ScenarioRunner runner(RuleSource source) {
        try {
            CompiledRules rules = new RuleLoader(true).load(source);
            compiled.add(rules);
            return new ScenarioRunner(rules, InstantSource.system());
        } catch (BrokenRulesException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    @AfterAll
    static void dispose() {
        compiled.forEach(CompiledRules::close);
    }

    @TestFactory
    Stream<DynamicNode> suites() throws IOException {
        ScenarioRunner runner = runner(RuleSource.read(RULES));
        return suitesIn(SUITES, runner);
    }

    /** Each example with the shipped rules, as an author has it who copies it. */
    @TestFactory
    Stream<DynamicNode> examples() throws IOException {
        List<Path> folders;
        try (Stream<Path> found = Files.list(RULES.resolve("examples"))) {
            folders = found.filter(Files::isDirectory).sorted().toList();
        }
        List<DynamicNode> examples = new ArrayList<>();
        for (Path folder : folders) {
            RuleSource source = RuleSource.read(RULES).and(RuleSource.read(folder));
            suitesIn(folder, runner(source)).forEach(examples::add);
        }
        return examples.stream();
    }

    private static Stream<DynamicNode> suitesIn(Path folder, ScenarioRunner runner) throws IOException {
        List<Path> files = SuiteFiles.find(List.of(folder));
        assertThat(files).as("suites in " + folder).isNotEmpty();
        return files.stream().map(file -> suite(file, runner));
    }

    private static DynamicNode suite(Path file, ScenarioRunner runner) {
        SuiteReading reading = new SuiteParser(Files::readString).parse(file);
        if (reading instanceof SuiteReading.Good good) {
            Suite suite = good.suite();
            return dynamicContainer(
                    suite.name(),
                    file.toUri(),
                    suite.scenarios().stream().map(scenario -> test(suite, scenario, runner)));
        }
        return dynamicTest(
                file.toString(),
                () -> assertThat(((SuiteReading.Bad) reading).problems()).isEmpty());
    }

    private static DynamicTest test(Suite suite, Scenario scenario, ScenarioRunner runner) {
        return dynamicTest(scenario.name(), () -> {
            ScenarioResult result = runner.run(suite, scenario);
            assumeTrue(result.status() != Status.SKIPPED, result.skipReason());
            assertThat(failures(result)).isEmpty();
        });
    }

    private static String failures(ScenarioResult result) {
        return result.failures().stream()
                .map(f -> f.position() + ": " + f.message() + "\n" + f.why())
                .collect(Collectors.joining("\n"));
    }
}
