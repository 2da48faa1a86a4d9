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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** What is to be reached in the storms that the product was asked to stand. */
    @ParameterizedTest
    @CsvSource({
        "ten-hosts, SPREAD, 1",
        "fifty-hosts, SPREAD, 1",
        "fresh-host, OVER_LIMIT, 0",
        "unequal-hosts, OFF_SHARE, 1"
    })
    void theTargetsAreGoalsAndEveryOtherWayMissesOne(String name, Figure figure, double most) {
        Storm storm = storm(STORMS.resolve(name + ".storm.yml"));

        StormReport report = simulator.run(storm);

        assertThat(storm.goals()).anySatisfy(goal -> {
            assertThat(goal.figure()).isEqualTo(figure);
            assertThat(goal.most()).isLessThanOrEqualTo(most);
        });
        assertThat(report.byPolicy()).hasSize(1 + Comparison.ALL.size());
        Comparison.ALL.forEach(way -> assertThat(storm.goals())
                .as(way.name())
                .anyMatch(goal -> goal.figure().worst(runs(report, way.name())) > goal.most()));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theShippedRulesReachTheGoalsAndThePageTellsTheFigures(Path file) throws IOException {
        Storm storm = storm(file);

        StormReport report = simulator.run(storm);

        assertThat(storm.goals()).isNotEmpty();
        assertThat(report.verdicts()).hasSameSizeAs(storm.goals()).allMatch(StormReport.Verdict::reached);
        assertThat(figuresOnThePage(file)).isEqualTo(figures(storm, report));
    }

    private static List<RunResult> runs(StormReport report, String way) {
        return report.byPolicy().getOrDefault(way, List.of());
    }

    /** The goal of the storm's row, and the figure of each way to balance in the table's order. */
    private static List<Double> figuresOnThePage(Path file) throws IOException {
        String row = Files.readAllLines(Path.of("../docs/explanation/placement.md")).stream()
                .filter(line -> line.contains("(../../policy-tests/storms/" + file.getFileName() + ")"))
                .findFirst()
                .orElseThrow();
        return Arrays.stream(row.split("\\|"))
                .skip(3)
                .map(cell -> Double.valueOf(cell.strip().replace(",", "")))
                .toList();
    }

    private static List<Double> figures(Storm storm, StormReport report) {
        Goal told = storm.goals().stream()
                .filter(goal -> goal.figure() == Figure.FAILED)
                .findFirst()
                .orElse(storm.goals().get(0));
        Stream<Double> worst = Stream.of("rules", "two-choices", "kasm-jitter", "formula-only", "least-sessions")
                .map(way -> told.figure().worst(runs(report, way)))
                .map(figure -> (double) Math.round(figure));
        return Stream.concat(Stream.of(told.most()), worst).toList();
    }

    @Test
    void sameSeedSameRunAndAnotherSeedAnother() {
        Storm storm = storm(STORMS.resolve("fresh-host.storm.yml")).withSeeds(List.of(7L));

        List<RunResult> first = simulator.run(storm).results();

        assertThat(simulator.run(storm).results()).isEqualTo(first);
        assertThat(simulator.run(storm.withSeeds(List.of(8L))).results()).isNotEqualTo(first);
    }
}
