package io.drover.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.parse.Sources;
import io.drover.scenario.parse.StrictYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped rules reach the goals of the shipped storms, and other ways to balance do not. */
class StormsIT {

    private static final Path STORMS = Path.of("../policy-tests/storms");

    private static CompiledRules rules;
    private static Simulator simulator;

    @BeforeAll
    static void compile() throws Exception {
        rules = new RuleLoader(false).load(RuleSource.read(Path.of("../rules")));
        simulator = new Simulator(Map.of("rules", rules), Comparison.ALL);
    }

    @AfterAll
    static void close() {
        rules.close();
    }

    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(STORMS)) {
            return files.sorted().toList();
        }
    }

    private static Storm storm(Path file) {
        StrictYaml.Reading<Storm> reading = new StormParser(Sources.FILES).parse(file);
        assertThat(reading).isInstanceOf(StrictYaml.Good.class);
        return ((StrictYaml.Good<Storm>) reading).value();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theShippedRulesReachTheGoals(Path file) {
        Storm storm = storm(file);

        StormReport report = new Simulator(Map.of("rules", rules), List.of()).run(storm);

        assertThat(storm.goals()).isNotEmpty();
        assertThat(report.verdicts()).hasSameSizeAs(storm.goals()).allMatch(StormReport.Verdict::reached);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ten-hosts", "fifty-hosts", "fresh-host", "unequal-hosts"})
    void everyOtherWayMissesAGoal(String name) {
        Storm storm = storm(STORMS.resolve(name + ".storm.yml"));

        StormReport report = new Simulator(Map.of(), Comparison.ALL).run(storm);

        assertThat(report.byPolicy())
                .hasSize(Comparison.ALL.size())
                .allSatisfy((policy, runs) ->
                        assertThat(storm.goals()).anyMatch(goal -> goal.figure().worst(runs) > goal.most()));
    }

    @Test
    void sameSeedSameRunAndAnotherSeedAnother() {
        Storm storm = storm(STORMS.resolve("fresh-host.storm.yml")).withSeeds(List.of(7L));

        List<RunResult> first = simulator.run(storm).results();

        assertThat(simulator.run(storm).results()).isEqualTo(first);
        assertThat(simulator.run(storm.withSeeds(List.of(8L))).results()).isNotEqualTo(first);
    }
}
