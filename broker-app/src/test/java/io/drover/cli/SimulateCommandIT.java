package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.jackson.Jackson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandIT {

    private static final Path EXPECTED = Path.of("src/test/resources/storm-reports");

    private static final String STORM = """
            storm: Three hosts in the morning
            seeds: [1, 2]
            hosts:
              rds: { count: 2, max_concurrent_logons: 5 }
              small: { weight: 50, active_sessions: 1 }
            arrivals: { number: 10, per_second: 2 }
            visible_after: { from: 4s, to: 6s }
            heartbeat: { every: 3s }
            expect: { off_share_at_most: 1, logons_at_most: 2 }
            strategy: least-sessions
            """;

    @TempDir
    private Path folder;

    private Path storm;

    @BeforeEach
    void write() throws IOException {
        storm = folder.resolve("morning.storm.yml");
        Files.writeString(storm, STORM);
    }

    private static CommandLineRun simulate(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("simulate", "--rules", "../rules"));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        return CommandLineRun.of(all.toArray(String[]::new));
    }

    private CommandLineRun ofText(String text) throws IOException {
        Files.writeString(storm, text);
        return simulate(storm);
    }

    @Test
    void aStrategyThatNoRuleKnowsIsRefused() throws IOException {
        CommandLineRun run = ofText(STORM.replace("least-sessions", "lest-sessions"));

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains(
                        "Three hosts in the morning: strategy is \"lest-sessions\", which no rule knows; the rules know"
                                + " least-load, least-sessions, most-load, most-sessions, random, score");
    }

    @Test
    void aMissedGoalEndsWithOneAndTheReportsAreAsExpected() throws IOException {
        Path page = folder.resolve("out/page.html");

        CommandLineRun run = simulate(storm, "--html", page);

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).isEmpty();
        String text = run.out().replace(folder + "/", "");
        assertThat(text).isEqualTo(Files.readString(EXPECTED.resolve("report.txt")));
        assertThat(Files.readString(page).replace(folder + "/", ""))
                .isEqualTo(Files.readString(EXPECTED.resolve("page.html")));
    }

    @Test
    void jsonTellsEachRunAndEachGoal() throws IOException {
        CommandLineRun run = simulate(storm, "--json", "--seed", "5");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        JsonNode json = Jackson.newObjectMapper().readTree(run.out());
        assertThat(json.path("reached").asBoolean()).isFalse();
        JsonNode only = json.path("storms").path(0);
        assertThat(only.path("seeds").toString()).isEqualTo("[5]");
        assertThat(only.path("goals").size()).isEqualTo(2);
        assertThat(only.path("goals").path(1).path("reached").asBoolean()).isFalse();
        assertThat(only.path("policies").findValuesAsText("policy"))
                .containsExactly("../rules", "formula-only", "kasm-jitter", "least-sessions", "two-choices");
        assertThat(only.at("/policies/0/runs/0/hosts").size()).isEqualTo(3);
        assertThat(simulate(storm, "--json", "--seed", "5").out()).isEqualTo(run.out());
    }

    @Test
    void aStormMadeOfOptionsNeedsNoFile() {
        CommandLineRun run = simulate("--hosts=4", "--logons=40", "--rate=10", "--poisson", "--stay=1m", "--seed=3");

        assertThat(run.exit()).isZero();
        assertThat(run.out())
                .startsWith("4 hosts, 40 logons")
                .contains(
                        "at 10 a second at random, a session shows after 15s and stays 60s, a heartbeat every 10s; seed 3")
                .containsPattern("\\.\\./rules +1 +0 ");
    }

    @Test
    void rulesAreCompared() throws IOException {
        Path others = Files.createDirectories(folder.resolve("others"));
        for (String name : List.of("membership.drl", "farm.drl", "availability.drl")) {
            Files.copy(Path.of("../rules", name), others.resolve(name));
        }

        CommandLineRun run = simulate("--rules", others, "--logons=30", "--hosts=3");

        assertThat(run.out()).containsPattern("\\.\\./rules +1 ").contains(others.toString());
    }

    @Test
    void whereNobodyIsPlacedOnlyAGoalOfRefusalsSaysAnything() throws IOException {
        Path nobody = Files.createDirectories(folder.resolve("nobody"));
        Files.writeString(nobody.resolve("nobody.drl"), """
                package drover
                import io.drover.policy.fact.*
                rule "Nobody" @id("nobody") @stage(filter) @doc("Test.")
                when $agent : Agent() then $agent.exclude( "custom:closed", Bars.ANY_SESSION, "closed" ); end
                """);
        Files.writeString(
                storm,
                STORM.replaceAll(
                                "expect: .*",
                                "expect: { spread_at_most: 1, logons_at_most: 9, off_share_at_most: 1, refused_at_most: 999 }")
                        .replace("strategy: least-sessions\n", ""));

        CommandLineRun run = CommandLineRun.of("simulate", "--rules", nobody.toString(), storm.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains(nobody + ": spread at most 1, nobody was placed with seed 1 (")
                .contains(nobody + ": logons at most 9, nobody was placed with seed 1 (")
                .contains(nobody + ": off_share at most 1, nobody was placed with seed 1 (")
                .contains("ok      " + nobody + ": refused at most 999");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seeds: [1, 2]   | sedes: [1]                | 2:1: sedes: unknown key; did you mean \"seeds\"?",
                "number: 10      | number: none              | 6:21: arrivals.number: expected a whole number, found \"none\"",
                "per_second: 2   | per_second: 0             | 6:37: arrivals.per_second: 0 is out of range; from 0.001 to 100000",
                "every: 3s       | every: 0s                 | 8:21: heartbeat.every: 0s is out of range; from 0.1s to 86400s",
                "weight: 50      | wieght: 50                | 5:12: hosts.small.wieght: unknown key; did you mean \"weight\"?",
                "off_share_at    | off_shares_at             | 9:11: expect.off_shares_at_most: unknown key; did you mean \"off_share_at_most\"?",
                "from: 4s        | from: 9s                  | 7:16: visible_after: \"to\" must not be shorter than \"from\"",
                "count: 2        | count: 3000               | 4:17: hosts.rds.count: 3000 is out of range; from 1 to 2000",
                "seeds: [1, 2]   | failures: [{host: x, at: 1s}] | 1:1: failures: there is no host \"x\"; hosts are rds-01 to small-01"
            })
    void aWrongFileIsRefusedWithThePlace(String right, String wrong, String problem) throws IOException {
        CommandLineRun run = ofText(STORM.replace(right.strip(), wrong.strip()));

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("morning.storm.yml:" + problem.strip());
        assertThat(run.out()).isEmpty();
    }

    @Test
    void wrongOptionsAreRefused() {
        assertThat(simulate("--rate=0").err()).contains("--rate must be from 0.001 to 100000.");
        assertThat(simulate("--hosts=0").err()).contains("--hosts must be from 1 to 2000.");
        assertThat(simulate("--stay=soon").err()).contains("--stay must be a time like 15s or 1m30s, at most 24h");
        assertThat(simulate("--heartbeat=0s").err()).contains("--heartbeat must be at least 100ms.");
        CommandLineRun both = simulate(storm, "--hosts=3", "--poisson");
        assertThat(both.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(both.err()).contains("in a file or made of options, not both: --hosts, --poisson.");
        assertThat(simulate(folder.resolve("none")).err()).contains("There is no file or folder");
    }

    @Test
    void rulesThatDoNotCompileEndWithThree() throws IOException {
        Path broken = Files.createDirectories(folder.resolve("broken"));
        Files.writeString(broken.resolve("a.drl"), "package drover\nrule \"x\" when then end\n");

        CommandLineRun run = simulate("--rules", broken, "--hosts=2", "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.err()).contains("a.drl:2");
        assertThat(run.out()).contains("\"problems\"");
    }

    @Test
    void aFolderWithoutStormsIsNothingToDo() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));

        CommandLineRun run = simulate(empty);

        assertThat(run.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
        assertThat(run.err()).contains("No storm was found.");
    }

    @Test
    void withoutArgumentsItSaysWhatToGive() {
        CommandLineRun run = simulate();

        assertThat(run.exit()).isZero();
        assertThat(run.out()).startsWith("Name a storm, a folder of storms, or make one: ./drover simulate --hosts=10");
    }
}
