package io.drover.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.drover.decision.DecisionRecord;
import io.drover.decision.RecordedFleet;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteParser;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioRunner;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Makes a scenario of a decision, and holds it against rules. Safe for use by many threads. */
public final class Capture {

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build());

    private final RuleSource rules;
    private final boolean realNames;

    /**
     * @param rules the scenario is held against them
     * @param realNames whether names stay as they are
     */
    public Capture(RuleSource rules, boolean realNames) {
        this.rules = rules;
        this.realNames = realNames;
    }

    /**
     * A scenario.
     *
     * @param text the suite file
     * @param failures what of it does not come out by the rules; empty when it reproduces the decision
     */
    public record Captured(String text, List<String> failures) {

        public Captured {
            failures = List.copyOf(failures);
        }
    }

    /**
     * The scenario of a decision: with the hosts of its farm when that is enough, else with the whole fleet.
     *
     * @param record one with a question and a decision
     * @param fleet what it was made on
     * @throws BrokenRulesException when the rules do not compile
     */
    public Captured of(DecisionRecord record, RecordedFleet fleet) throws BrokenRulesException {
        try (CompiledRules compiled = new RuleLoader(true).load(rules)) {
            Captured small = captured(record, fleet, true, compiled);
            return small.failures().isEmpty() ? small : captured(record, fleet, false, compiled);
        }
    }

    private Captured captured(DecisionRecord record, RecordedFleet fleet, boolean farmOnly, CompiledRules compiled) {
        Pseudonyms names = new Pseudonyms(rules, realNames);
        CapturedSuite suite = new CapturedSuite(record, fleet, names, farmOnly);
        String text = comment(record, suite.clock()) + text(suite.json());
        return new Captured(text, failures(text, compiled));
    }

    /** That the clock is another one than the record's, for people. */
    private static String comment(DecisionRecord record, Instant clock) {
        return clock.equals(record.at())
                ? ""
                : "# Decided at %s. The clock shows the broker's own time of day and day of the week.\n"
                        .formatted(record.at());
    }

    private static String text(ObjectNode suite) {
        try {
            return YAML.writeValueAsString(suite);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> failures(String text, CompiledRules compiled) {
        SuiteReading reading = new SuiteParser(file -> text).parse(Path.of("captured.scenarios.yml"));
        if (reading instanceof SuiteReading.Bad bad) {
            return bad.problems().stream().map(Object::toString).toList();
        }
        Suite suite = ((SuiteReading.Good) reading).suite();
        return new ScenarioRunner(compiled, InstantSource.system())
                .run(suite).stream()
                        .flatMap(result -> result.failures().stream())
                        .map(ScenarioResult.Failure::message)
                        .toList();
    }
}
