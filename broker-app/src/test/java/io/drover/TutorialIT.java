package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
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
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The tutorial is true: its scenarios fail without its rule and pass with it, and its mistake is found. */
class TutorialIT {

    private static final Path PAGE = Path.of("../docs/tutorial/first-rule.md");
    private static final Path RULES = Path.of("../rules");

    @Test
    void theScenariosFailWithoutTheRule() throws Exception {
        assertThat(statuses(RuleSource.read(RULES))).containsExactly(Status.FAILED, Status.FAILED);
    }

    @Test
    void theScenariosPassWithTheRule() throws Exception {
        assertThat(statuses(with(block("drl")))).containsExactly(Status.PASSED, Status.PASSED);
    }

    @Test
    void theMistakeIsFoundWhereThePageSays() throws Exception {
        RuleSource broken = with(block("drl").replace(".score(", ".scoer("));

        assertThat(problems(broken)).hasSize(1).allMatch(problem -> page().contains(problem));
    }

    private static List<String> problems(RuleSource rules) {
        try (CompiledRules compiled = new RuleLoader(true).load(rules)) {
            throw new AssertionError("revision " + compiled.revision() + " was taken");
        } catch (BrokenRulesException e) {
            return e.problems().stream().map(Object::toString).toList();
        }
    }

    private static List<Status> statuses(RuleSource rules) throws BrokenRulesException {
        SuiteReading reading = new SuiteParser(file -> block("yaml")).parse(Path.of("graphics.scenarios.yml"));
        assertThat(reading).isInstanceOf(SuiteReading.Good.class);
        try (CompiledRules compiled = new RuleLoader(true).load(rules)) {
            return new ScenarioRunner(compiled, InstantSource.system())
                    .run(((SuiteReading.Good) reading).suite()).stream()
                            .map(ScenarioResult::status)
                            .toList();
        }
    }

    private static RuleSource with(String rule) {
        SortedMap<String, String> files = new TreeMap<>(RuleSource.read(RULES).files());
        files.put("graphics.drl", rule);
        return new RuleSource(files);
    }

    private static String block(String language) {
        String page = page();
        int start = page.indexOf("\n```" + language + "\n") + language.length() + 5;
        return page.substring(start, page.indexOf("```", start));
    }

    private static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
