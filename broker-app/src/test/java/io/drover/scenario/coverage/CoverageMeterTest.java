package io.drover.scenario.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.coverage.Mutant.Fate;
import io.drover.scenario.parse.SuiteParser;
import io.drover.scenario.run.ScenarioRunner;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CoverageMeterTest {

    private static final String RULES = """
            package drover

            import io.drover.policy.fact.*

            rule "Everywhere" @id("everywhere") @stage(resolve) @doc("Test.")
            when $call : Call() then $call.whole_fleet( 1 ); end

            rule "Everybody" @id("everybody") @stage(filter) @doc("Test.")
            when
                $farm : Farm( whole_fleet == true )
                $agent : Agent()
            then $agent.join( $farm ); end

            rule "Full" @id("full") @stage(filter) @doc("Test.")
            when $agent : Agent( load > 5 ) then $agent.exclude( "full", Bars.NEW_SESSION, "full" ); end

            rule "Never" @id("never") @stage(filter) @doc("Test.")
            when $agent : Agent( load > 500 ) then $agent.exclude( "x", Bars.NEW_SESSION, "x" ); end

            rule "Idle talk" @id("idle") @stage(score) @doc("Test.")
            when $agent : Agent( zone == "" ) then $agent.score( "nothing", 0 ); end

            rule "Health" @id("health") @stage(score) @doc("Test.")
            when $agent : Agent( $health : health_score ) then $agent.score( "health", $health ); end
            """;

    private static final String SUITE = """
            suite: Test
            given: { agents: { a: { health_score: 50 }, b: { health_score: 60 } } }
            scenarios:
              - name: The healthier host is taken
                when: { username: ann }
                then: { agent: b }
              - name: A full host is not
                given: { agents: { b: { active_sessions: 6 } } }
                when: { username: ann }
                then: { agent: a }
              - name: Nothing is expected of the score
                given: { agents: { b: { active_sessions: 9 } } }
                when: { username: ann }
                then: { agent_in: [a, b] }
            """;

    private static final RuleSource SOURCE = new RuleSource(new TreeMap<>(Map.of("test.drl", RULES)));
    private static final List<Integer> PROGRESS = Collections.synchronizedList(new ArrayList<>());
    private static Coverage coverage;

    @BeforeAll
    static void measure() throws Exception {
        Suite suite = ((SuiteReading.Good) new SuiteParser(file -> SUITE).parse(Path.of("test.scenarios.yml"))).suite();
        try (CompiledRules rules = new RuleLoader(true).load(SOURCE)) {
            ScenarioRunner runner = new ScenarioRunner(rules, InstantSource.system());
            List<Tested> tested = suite.scenarios().stream()
                    .map(scenario -> new Tested(suite, scenario, runner.run(suite, scenario)))
                    .toList();
            coverage = new CoverageMeter(SOURCE, rules.byName().values(), tested, InstantSource.system())
                    .measure(true, PROGRESS::add);
        }
    }

    private static RuleCoverage rule(String id) {
        return coverage.rules().stream()
                .filter(r -> r.rule().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Fate fate(String ruleId, String change) {
        return coverage.mutants().stream()
                .filter(m -> m.mutation().ruleId().equals(ruleId)
                        && m.mutation().change().equals(change))
                .findFirst()
                .orElseThrow()
                .fate();
    }

    @Test
    void rulesAreCountedInTheScenariosWhereTheyFired() {
        assertThat(rule("health").fired()).isEqualTo(3);
        assertThat(rule("full").fired()).isEqualTo(2);
        assertThat(rule("never").fired()).isZero();
        assertThat(coverage.firedPercent()).isEqualTo(500 / 6);
    }

    @Test
    void aRuleIsDecisiveWhereSomethingElseIsAnsweredWithoutIt() {
        assertThat(rule("health").decisive()).hasToString("test.scenarios.yml:4:5");
        assertThat(rule("full").decisive()).hasToString("test.scenarios.yml:7:5");
        assertThat(rule("idle").decisive()).isNull();
        assertThat(rule("never").decisive()).isNull();
        assertThat(coverage.decisivePercent()).isEqualTo(400 / 6);
    }

    @Test
    void aMistakeIsNoticedWhenAnExpectationFails() {
        assertThat(fate("full", "the rule removed")).isEqualTo(Fate.NOTICED);
        assertThat(fate("full", "5 to 6")).isEqualTo(Fate.NOTICED);
        assertThat(fate("full", "load > 5 dropped")).isEqualTo(Fate.NOTICED);
    }

    @Test
    void aMistakeThatNoExpectationSeesIsTold() {
        assertThat(fate("full", "5 to 4")).isEqualTo(Fate.UNNOTICED);
        assertThat(fate("full", "Bars.NEW_SESSION to Bars.ANY_SESSION")).isEqualTo(Fate.UNNOTICED);
        assertThat(fate("idle", "0 to 1")).isEqualTo(Fate.UNNOTICED);
    }

    @Test
    void aConditionIsAlsoTriedWhereItsRuleDidNotFire() {
        assertThat(fate("never", "load > 500 dropped")).isEqualTo(Fate.NOTICED);
        assertThat(fate("never", "> to >=")).isEqualTo(Fate.UNNOTICED);
    }

    @Test
    void progressEndsWithEverything() {
        assertThat(PROGRESS).contains(100).doesNotHaveDuplicates();
    }
}
