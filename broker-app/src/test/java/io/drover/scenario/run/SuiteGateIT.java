package io.drover.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.Examination;
import io.drover.policy.RuleSource;
import io.drover.policy.ScenarioFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Suites on disk that let rules pass or not. */
class SuiteGateIT {

    private static final RuleSource SHIPPED = RuleSource.read(Path.of("../rules"));

    @TempDir
    Path folder;

    private SuiteGate gate;

    @BeforeEach
    void prepare() throws IOException {
        Files.writeString(folder.resolve("two.yml"), "agents:\n  a: { health_score: 90 }\n  b: { health_score: 80 }\n");
        suite("a");
        gate = new SuiteGate(List.of(folder), InstantSource.system());
    }

    private void suite(String expected) throws IOException {
        Files.writeString(folder.resolve("one.scenarios.yml"), """
                suite: Two hosts
                fleet: two.yml
                scenarios:
                  - name: The healthier host is taken
                    when: { username: alice }
                    then: { agent: %s }
                """.formatted(expected));
    }

    @Test
    void rulesThatDoWhatIsExpectedPass() throws Exception {
        assertThat(gate.examine(SHIPPED)).isEqualTo(new Examination(1, 0, List.of()));
    }

    @Test
    void whatTheyDoNotDoIsToldWithItsPlaceAndWhy() throws Exception {
        suite("b");

        ScenarioFailure failure = gate.examine(SHIPPED).failures().get(0);

        assertThat(failure.toString())
                .contains("one.scenarios.yml:6: \"The healthier host is taken\": agent: expected b", "a");
        assertThat(failure.why()).containsIgnoringCase("decided by").contains("score.drl:");
    }

    @Test
    void aStrategyThatNoRuleKnowsFailsTheScenario() throws Exception {
        Files.writeString(folder.resolve("one.scenarios.yml"), """
                suite: Two hosts
                fleet: two.yml
                scenarios:
                  - name: The healthier host is taken
                    given: { farms: { office: { strategy: lest-load, agent_ids: [a, b] } } }
                    when: { username: alice, farm_id: office }
                    then: { agent: a }
                """);

        assertThat(gate.examine(SHIPPED).failures())
                .extracting(ScenarioFailure::message)
                .singleElement()
                .asString()
                .startsWith("farm office: strategy is \"lest-load\", which no rule knows; the rules know least-load, ");
    }

    @Test
    void aScenarioThatNamesWhatThereIsNotFailsAndTheOthersGoOn() throws Exception {
        Files.writeString(folder.resolve("one.scenarios.yml"), """
                suite: Two hosts
                fleet: two.yml
                scenarios:
                  - name: A host that was deleted before
                    steps:
                      - control: { agent: b, delete: true }
                        when: { username: alice }
                        then: { agent: a }
                      - at: +1s
                        silent: [ b ]
                        when: { username: alice }
                        then: { agent: a }
                  - name: A name that is none
                    given: { leases: [ { agent: a, username: 'CORP\\', expires_in: 60 } ] }
                    when: { username: alice }
                    then: { agent: a }
                  - name: The healthier host is taken
                    when: { username: alice }
                    then: { agent: a }
                """);

        Examination found = gate.examine(SHIPPED);

        assertThat(found.failures()).extracting(ScenarioFailure::line).containsExactly(9, 13);
        assertThat(found.failures().get(0).message()).isEqualTo("there is no agent b");
    }

    @Test
    void whatBecameOfAPlacementConcernsThatPersonAlone() throws Exception {
        Files.writeString(folder.resolve("one.scenarios.yml"), """
                suite: Two hosts
                fleet: two.yml
                scenarios:
                  - name: A failure of one of two people with one user name
                    steps:
                      - when: { username: 'CORP\\alice' }
                        then: { agent: a }
                      - at: +1s
                        when: { username: 'OTHER\\alice' }
                        then: { agent_in: [ a, b ] }
                      - at: +2s
                        report: { username: 'CORP\\alice', event: failed }
                        when: { username: 'CORP\\alice' }
                        then: { agent: b }
                """);

        assertThat(gate.examine(SHIPPED).failures()).isEmpty();
    }

    @Test
    void aSuiteThatIsWrongOrMissingLetsNothingPass() throws Exception {
        Files.writeString(folder.resolve("one.scenarios.yml"), "suite: x\nscenarioz: []\n");
        assertThat(gate.examine(SHIPPED).failures())
                .extracting(ScenarioFailure::line)
                .contains(2);
        SuiteGate nowhere = new SuiteGate(List.of(folder.resolve("gone")), InstantSource.system());
        assertThat(nowhere.examine(SHIPPED).failures())
                .extracting(ScenarioFailure::message)
                .containsExactly("there is no suite");
    }

    @Test
    void suitesBehindALinkCount(@TempDir Path site) throws Exception {
        Files.createSymbolicLink(folder.resolve("site"), site);
        String before = gate.fingerprint();
        for (String file : List.of("one.scenarios.yml", "two.yml")) {
            Files.copy(folder.resolve(file), site.resolve(file));
        }

        assertThat(gate.fingerprint()).isNotEqualTo(before);
        assertThat(gate.examine(SHIPPED)).isEqualTo(new Examination(2, 0, List.of()));
    }

    @Test
    void aFolderThatCannotBeReadWholeLetsNothingPass() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("site"), folder);

        assertThat(gate.examine(SHIPPED).failures())
                .extracting(ScenarioFailure::message)
                .containsExactly(link + " is a link that leads back to where it is");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFleetThatIsNoFileLetsNothingPass() throws Exception {
        Path suite = folder.resolve("one.scenarios.yml");
        Files.writeString(suite, Files.readString(suite).replace("two.yml", "/dev/null"));

        assertThat(gate.examine(SHIPPED).failures())
                .extracting(ScenarioFailure::message)
                .singleElement()
                .asString()
                .contains("/dev/null cannot be read: it is not a file");
    }

    @Test
    void rulesThatDoNotCompileAreNotTried() {
        RuleSource broken = new RuleSource(new TreeMap<>(Map.of("x.drl", "nonsense")));
        assertThatThrownBy(() -> gate.examine(broken)).isInstanceOf(BrokenRulesException.class);
    }

    @Test
    void aChangeOfASuiteOrOfItsFleetShows() throws Exception {
        gate.examine(SHIPPED);
        String before = gate.fingerprint();
        assertThat(gate.fingerprint()).isEqualTo(before);
        Files.writeString(folder.resolve("two.yml"), "agents:\n  a: { health_score: 91 }\n  b: { health_score: 80 }\n");
        String fleet = gate.fingerprint();
        assertThat(fleet).isNotEqualTo(before);
        Files.copy(folder.resolve("one.scenarios.yml"), folder.resolve("two.scenarios.yml"));
        assertThat(gate.fingerprint()).isNotEqualTo(fleet);
    }

    @Test
    void withoutSuitesEverythingThatCompilesPasses() throws Exception {
        SuiteGate open = new SuiteGate(List.of(), InstantSource.system());
        assertThat(open.examine(SHIPPED)).isEqualTo(Examination.NONE);
    }

    @Test
    void theShippedSuitesLetTheShippedRulesPass() throws Exception {
        SuiteGate shipped = new SuiteGate(List.of(Path.of("../policy-tests/suites")), InstantSource.system());
        Examination examined = shipped.examine(SHIPPED);
        assertThat(examined.failures()).isEmpty();
        assertThat(examined.passed()).isGreaterThan(200);
    }
}
