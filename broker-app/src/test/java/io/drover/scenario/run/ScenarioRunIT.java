package io.drover.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteParser;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What scenarios mean, and that those which mean something else than they say fail; by the shipped rules. */
class ScenarioRunIT {

    /** The second host is the better one by a little. */
    private static final String HEAD = """
            suite: Two hosts
            given:
              farms: { office: { agent_ids: [h1, h2] } }
              resources: { desk: { farm_id: office } }
              agents:
                h1: { health_score: 95, cpu_percent: 10, memory_used_percent: 10 }
                h2: { health_score: 95, cpu_percent: 12, memory_used_percent: 10 }
            scenarios:
              - name: One
            """;

    private static CompiledRules rules;

    @BeforeAll
    static void compile() throws Exception {
        rules = new RuleLoader(true).load(RuleSource.read(Path.of("../rules")));
    }

    @AfterAll
    static void close() {
        rules.close();
    }

    private static List<String> failures(String scenario) {
        return failuresOf(HEAD, scenario);
    }

    /** What is wrong with the only scenario of a suite. */
    private static List<String> failuresOf(String head, String scenario) {
        SuiteReading reading = new SuiteParser(file -> head + scenario.indent(4)).parse(Path.of("a.scenarios.yml"));
        assertThat(reading).isInstanceOf(SuiteReading.Good.class);
        return new ScenarioRunner(rules, InstantSource.system())
                .run(((SuiteReading.Good) reading).suite()).get(0).failures().stream()
                        .map(failure -> failure.message())
                        .toList();
    }

    private static List<String> ofBurst(String resource, String expected) {
        return failures("""
                when: { burst: 4, username: 'u{n}', resource_id: %s }
                then: { %s }
                """.formatted(resource, expected));
    }

    @Test
    void whereNobodyWasPlacedNothingHoldsOfHosts() {
        assertThat(ofBurst("dsek", "spread_at_most: 1, share_at_most: 1, never_on: h1"))
                .containsExactly(
                        "spread_at_most: nobody was placed",
                        "share_at_most: nobody was placed",
                        "never_on: nobody was placed");
        assertThat(ofBurst("dsek", "per_agent: { h1: 2, h2: 2 }, tolerance: 2"))
                .containsExactly("per_agent: nobody was placed");
        assertThat(ofBurst("desk", "spread_at_most: 1, share_at_most: 1, per_agent: { h1: 2, h2: 2 }"))
                .isEmpty();
    }

    @Test
    void thatNobodyIsPlacedIsSaidOfEachHost() {
        assertThat(ofBurst("dsek", "per_agent: { h1: 0, h2: 0 }")).isEmpty();
    }

    @Test
    void aHostCannotHaveBeenSeenLastBeforeItReported() {
        String step = """
                steps:
                  - at: +10s
                    given: { agents: { h1: { last_seen: %s, health_score: 5 } } }
                    when: { username: bob, farm_id: office }
                    then: { agent: h2 }
                """;

        assertThat(failures(step.formatted("600")))
                .containsExactly("last_seen of h1 lies before what it reported; use silent");
        assertThat(failures(step.formatted("null")))
                .containsExactly("last_seen of h1 lies before what it reported; use silent");
        assertThat(failures(step.formatted("0"))).isEmpty();
        assertThat(failures("""
                steps:
                  - silent: h1
                  - at: +60s
                    given: { agents: { h1: { last_seen: 20, health_score: 5 } } }
                    when: { username: bob, farm_id: office }
                    then: { agent: h2, excluded: { h1: below-min-health } }
                """)).isEmpty();
    }

    @Test
    void whatIsGivenLeavesNumberedHeartbeatsInOrder() {
        assertThat(failures("""
                steps:
                  - heartbeat: { agent: h1, boot_id: b1, seq: 1 }
                  - at: +5s
                    given: { sessions: [ { agent: h2, user: ann } ] }
                  - at: +10s
                    heartbeat: { agent: h1, boot_id: b1, seq: 2, health_score: 5 }
                    when: { username: bob, farm_id: office }
                    then: { agent: h2, excluded: { h1: below-min-health } }
                  - at: +15s
                    given: { sessions: [] }
                  - at: +20s
                    heartbeat: { agent: h1, boot_id: b1, seq: 2, health_score: 100 }
                    when: { username: ann, farm_id: office }
                    then: { agent: h2, excluded: { h1: below-min-health } }
                """)).isEmpty();
    }

    @Test
    void aStepBelowABurstComesAfterIt() {
        assertThat(failures("""
                steps:
                  - when: { burst: 4, username: 'u{n}', farm_id: office, within: 10s }
                    then: { spread_at_most: 4 }
                  - when: { username: bob, farm_id: office }
                    then: { lease: { expires_in: 900 } }
                """)).isEmpty();
    }

    @Test
    void aHealthScoreIsNotSaidOfAHostThatIsScraped() {
        String scraped = HEAD.replace("h1: { health_score: 95", "h1: { scrape: {}");
        String asked = """
                when: { username: bob, farm_id: office }
                then: { agent: %s }
                """;

        assertThat(failuresOf(scraped, "given: { agents: { h1: { health_score: 5 } } }\n" + asked.formatted("h1")))
                .containsExactly("health_score of h1 does not go with the scrape that was given before");
        assertThat(failuresOf(HEAD, "given: { agents: { h1: { scrape: {} } } }\n" + asked.formatted("h1")))
                .isEmpty();
        assertThat(failuresOf(scraped, """
                steps:
                  - given: { agents: { h1: { health_score: 5 } } }
                    when: { username: bob, farm_id: office }
                    then: { agent: h1 }
                """))
                .containsExactly("health_score of h1 does not go with the scrape that was given before");
        assertThat(failuresOf(scraped, """
                steps:
                  - heartbeat: { agent: h1, health_score: 5 }
                    when: { username: bob, farm_id: office }
                    then: { agent: h2 }
                """)).containsExactly("h1 is scraped and sends no heartbeat");
    }

    @Test
    void aSessionBeganWhenItWasSaidToHaveBegun() {
        assertThat(failures("""
                given:
                  sessions:
                    - { agent: h1, user: alice, domain: CORP, state: Active, started: 100 }
                    - { agent: h2, user: alice, domain: CORP, state: Active, started: 95 }
                steps:
                  - silent: h2
                  - at: +10s
                    when: { username: 'CORP\\alice', farm_id: office }
                    then: { agent: h2, reason: existing-session }
                """)).isEmpty();
    }
}
