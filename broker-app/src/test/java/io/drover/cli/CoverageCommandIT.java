package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoverageCommandIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeEach
    void writeRulesAndSuite() throws IOException {
        Files.createDirectories(folder.resolve("rules"));
        Files.writeString(folder.resolve("rules/test.drl"), """
                package drover
                import io.drover.policy.fact.*
                rule "Everywhere" @id("everywhere") @stage(resolve) @doc("Test.")
                when $call : Call() then $call.whole_fleet( 1 ); end
                rule "Everybody" @id("everybody") @stage(filter) @doc("Test.")
                when $farm : Farm() $agent : Agent() then $agent.join( $farm ); end
                rule "Full" @id("full") @stage(filter) @doc("Test.")
                when $agent : Agent( load > 5 ) then $agent.exclude( "full", Bars.NEW_SESSION, "full" ); end
                """);
        suite("a");
    }

    private void suite(String expected) throws IOException {
        Files.writeString(folder.resolve("test.scenarios.yml"), """
                suite: Test
                given: { agents: { a: { active_sessions: 1 }, b: {} } }
                scenarios:
                  - name: A full host is left out
                    given: { agents: { b: { active_sessions: 6 } } }
                    when: { username: ann }
                    then: { agent: %s, excluded: { b: 'custom:full' } }
                """.formatted(expected));
    }

    private CommandLineRun test(String... options) {
        String[] all = new String[options.length + 4];
        all[0] = "test";
        all[1] = folder.resolve("test.scenarios.yml").toString();
        all[2] = "--rules";
        all[3] = folder.resolve("rules").toString();
        System.arraycopy(options, 0, all, 4, options.length);
        return CommandLineRun.of(all);
    }

    @Test
    void coverageShowsWhichRulesFiredAndDecided() {
        CommandLineRun run = test("--coverage");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .containsPattern("everywhere +test.drl:3 +1 +yes")
                .containsPattern("full +test.drl:7 +1 +never")
                .contains("3 rules: 100 % fired, 66 % decisive");
    }

    @Test
    void mutateListsTheMistakesThatNobodyNotices() {
        CommandLineRun run = test("--mutate");

        assertThat(run.out())
                .contains("test.drl:8:29: full: no scenario notices: 5 to 4")
                .doesNotContain("5 to 6")
                .containsPattern("full +test.drl:7 +1 +never +6 +3");
    }

    @Test
    void tooLittleIsAThresholdMissed() {
        assertThat(test("--min-coverage", "66").exit()).isEqualTo(ExitCode.OK);
        assertThat(test("--min-coverage", "67").exit()).isEqualTo(ExitCode.BELOW_THRESHOLD);
        assertThat(test("--min-coverage", "101").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void jsonHasEverything() throws IOException {
        CommandLineRun run = test("--mutate", "--json");

        JsonNode coverage = new ObjectMapper().readTree(run.out()).path("coverage");
        assertThat(coverage.path("decisive_percent").asInt()).isEqualTo(66);
        assertThat(coverage.path("rules").path(2).path("id").asText()).isEqualTo("full");
        assertThat(coverage.path("mistakes").findValuesAsText("fate")).contains("noticed", "unnoticed");
    }

    @Test
    void nothingIsMeasuredWhileAScenarioFails() throws IOException {
        suite("b");

        CommandLineRun run = test("--coverage");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).doesNotContain("decisive");
        assertThat(run.err()).contains("Coverage is measured once every scenario is as expected.");
    }
}
