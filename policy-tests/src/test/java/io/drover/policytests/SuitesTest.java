package io.drover.policytests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Scenario;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteParser;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Status;
import io.drover.scenario.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario of every suite, each a test with its own name. */
class SuitesTest {

    private static final Path SUITES = Path.of("suites");

    private static CompiledRules rules;
    private static ScenarioRunner runner;

    @BeforeAll
    static void compile() throws Exception {
        rules = new RuleLoader(true).load(RuleSource.read(Path.of("..", "rules")));
        runner = new ScenarioRunner(rules, InstantSource.system());
    }

    @AfterAll
    static void dispose() {
        rules.close();
    }

    @TestFactory
    Stream<DynamicNode> suites() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(SUITES)) {
            files = found.filter(p -> p.toString().endsWith(".scenarios.yml"))
                    .sorted()
                    .toList();
        }
        assertThat(files).as("suites in " + SUITES).isNotEmpty();
        return files.stream().map(SuitesTest::suite);
    }

    private static DynamicNode suite(Path file) {
        SuiteReading reading = new SuiteParser(Files::readString).parse(file);
        if (reading instanceof SuiteReading.Good good) {
            Suite suite = good.suite();
            return dynamicContainer(
                    suite.name(), file.toUri(), suite.scenarios().stream().map(scenario -> test(suite, scenario)));
        }
        return dynamicTest(
                file.toString(),
                () -> assertThat(((SuiteReading.Bad) reading).problems()).isEmpty());
    }

    private static DynamicTest test(Suite suite, Scenario scenario) {
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
