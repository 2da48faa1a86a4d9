package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.jackson.Jackson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TestCommandIT {

    private static final String SUITE = """
            suite: Office farm
            fleet: ../fleets/office.yml
            scenarios:
              - name: The quiet host is best
                tags: [smoke]
                when: { username: alice, farm_id: office }
                then: { agent: h1 }
              - name: The busy host is best
                tags: [wrong]
                when: { username: alice, farm_id: office }
                then: { agent: h2 }
            """;
    private static final String FLEET = """
            farms: { office: { name: Office } }
            agents:
              h1: { farm_ids: [office], health_score: 95, cpu_percent: 10 }
              h2: { farm_ids: [office], health_score: 95, cpu_percent: 50 }
            """;

    @TempDir
    private Path folder;

    private Path suite;
    private Path fleet;

    @BeforeEach
    void write() throws IOException {
        suite = Files.createDirectories(folder.resolve("suites")).resolve("office.scenarios.yml");
        fleet = Files.createDirectories(folder.resolve("fleets")).resolve("office.yml");
        Files.writeString(suite, SUITE);
        Files.writeString(fleet, FLEET);
    }

    private CommandLineRun test(String... options) {
        List<String> arguments = new ArrayList<>(List.of("test", folder.toString(), "--rules", "../rules"));
        arguments.addAll(List.of(options));
        return CommandLineRun.of(arguments.toArray(String[]::new));
    }

    @Test
    void aFailedScenarioEndsWithOne() {
        CommandLineRun run = test();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains("office.scenarios.yml:11:20: agent: expected h2, got h1, load-balance")
                .contains("1 passed, 1 failed, 0 skipped, rules ");
    }

    @Test
    void tagsAndNamesChooseWhatRuns() {
        assertThat(test("--tag", "SMOKE").out()).contains("1 passed, 0 failed");
        assertThat(test("--not-tag", "smoke", "--not-tag", "other").out()).contains("0 passed, 1 failed");
        assertThat(test("--run", "quiet*best").out()).contains("1 passed, 0 failed");
    }

    @Test
    void aScenarioTellsWhyItWasNotAHost() throws IOException {
        CommandLineRun run = test("--run", "quiet", "--why-not", "h2");
        CommandLineRun rule = test("--run", "quiet", "--why-not", "h2", "--rule", "below-min-health");
        CommandLineRun unknown = test("--run", "quiet", "--why-not", "h2", "--rule", "no-such");

        assertThat(run.exit()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("The quiet host is best", "Not h2: 80 points less than h1.")
                .contains("there is no Session with agent_id \"h2\"")
                .doesNotContain("1 passed");
        assertThat(rule.out()).contains("$health : health_score < $limit: 95 < 60 is false");
        assertThat(unknown.exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void rulesAreTriedBesideThoseOfTheFolder() throws IOException {
        Path more = Files.createDirectories(folder.resolve("more"));
        String rule = """
                package drover
                import io.drover.policy.fact.*
                rule "Test" @id("test") @stage(score) @doc("Test.")
                when $agent : Agent( id == "h2" ) then $agent.score( "test", 900 ); end
                """;
        Files.writeString(more.resolve("test.drl"), rule);
        CommandLineRun run = test("--run", "busy", "--with", more.toString());
        Files.writeString(more.resolve("score.drl"), rule);
        CommandLineRun twice = test("--with", more.toString());

        assertThat(run.out()).contains("1 passed, 0 failed");
        assertThat(twice.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(twice.err()).contains("there are two files score.drl");
    }

    @Test
    void nothingToRunEndsWithFive() {
        CommandLineRun run = test("--run", "no such scenario");

        assertThat(run.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
        assertThat(run.err()).contains("No scenario was found.");
    }

    @Test
    void aWrongFileEndsWithTwoAndSaysWhere() throws IOException {
        Files.writeString(fleet, FLEET.replace("cpu_percent: 10", "cpu_precent: 10"));

        CommandLineRun run = test();

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains("office.yml:3:47: agents.h1.cpu_precent: unknown key; did you mean \"cpu_percent\"?");
    }

    @Test
    void whatKeepsSuitesFromRunningIsJsonForMachines() throws IOException {
        Path rules = Files.createDirectories(folder.resolve("rules/../rules"));
        CommandLineRun noRules = CommandLineRun.of("test", suite.toString(), "--rules", rules.toString(), "--json");
        Files.writeString(rules.resolve("half.drl"), "package drover\nrule \"half\" when\n");
        CommandLineRun broken = CommandLineRun.of("test", suite.toString(), "--rules", rules.toString(), "--json");
        Files.writeString(fleet, FLEET.replace("cpu_percent: 10", "cpu_precent: 10"));
        CommandLineRun wrongSuite = test("--json");

        assertThat(noRules.err()).startsWith(folder.resolve("rules") + ": the folder has no .drl file");
        assertThat(broken.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(broken.err()).startsWith(folder.resolve("rules/half.drl") + ":");
        JsonNode problem = Jackson.newObjectMapper()
                .readTree(broken.out())
                .path("problems")
                .path(0);
        assertThat(problem.path("file").asText())
                .isEqualTo(folder.resolve("rules/half.drl").toString());
        assertThat(problem.path("line").asInt()).isPositive();
        assertThat(problem.path("message").asText()).isNotEmpty();
        assertThat(wrongSuite.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(Jackson.newObjectMapper()
                        .readTree(wrongSuite.out())
                        .at("/problems/0/field")
                        .asText())
                .isEqualTo("agents.h1.cpu_precent");
    }

    @Test
    void missingFilesAndFoldersAreNamed() {
        CommandLineRun noSuite = CommandLineRun.of("test", "no/such/folder", "--rules", "../rules");
        CommandLineRun noRules = CommandLineRun.of("test", suite.toString(), "--rules", "no/such/rules");

        assertThat(noSuite.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(noSuite.err()).contains("There is no file or folder no/such/folder.");
        assertThat(noRules.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(noRules.err()).contains("There is no folder no/such/rules.");
    }

    @Test
    void jobsMustBePositive() {
        assertThat(test("--jobs", "0").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void watchAndJsonDoNotMix() {
        assertThat(test("--watch", "--json").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void watchOfWhatIsNotThereEndsAtOnce() {
        CommandLineRun run = CommandLineRun.of("test", "no/such/folder", "--rules", "../rules", "--watch");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void reportsGoToFilesInFoldersThatAreMade() throws IOException {
        Path junit = folder.resolve("reports/junit.xml");
        Path html = folder.resolve("reports/page.html");

        test("--junit", junit.toString(), "--html", html.toString());

        assertThat(Files.readString(junit)).contains("<testsuites name=\"drover\" tests=\"2\" failures=\"1\"");
        assertThat(Files.readString(html)).contains("1 of 2 scenarios are not as expected.");
    }

    @Test
    void everyOrderOfWorkGivesTheSameOutput() {
        String[] one = {"test", "../policy-tests/suites/drain", "../policy-tests/suites/lease", "--rules", "../rules"};
        String[] many = {one[0], one[1], one[2], one[3], one[4], "--jobs", "7"};

        assertThat(CommandLineRun.of(many).out())
                .isEqualTo(CommandLineRun.of(one).out());
    }

    @Test
    void watchRunsAgainAfterEachSave() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        FutureTask<Integer> watch = new FutureTask<>(() ->
                commandLine.execute("test", suite.toString(), "--rules", "../rules", "--watch", "--failures-only"));
        Thread thread = new Thread(watch);
        thread.start();

        await().until(() -> out.toString().contains("1 passed, 1 failed"));
        await().until(() -> out.toString().contains("waiting for a change"));
        Files.writeString(fleet, FLEET.replace("cpu_percent: 50", "cpu_percent: 5"));
        await().until(() -> out.toString().contains("is  passed: h2, load-balance"));
        Files.writeString(fleet, "agents: {");
        await().until(() -> err.toString().contains("office.yml:1:10: not YAML"));
        Files.delete(fleet);
        await().until(() -> err.toString().contains("there is no file"));
        Files.move(suite.getParent(), folder.resolve("elsewhere"));
        Files.writeString(fleet, FLEET.replace("cpu_percent: 10", "cpu_percent: 11"));
        Files.move(folder.resolve("elsewhere"), suite.getParent());
        await().until(() -> out.toString().lastIndexOf("1 passed, 1 failed")
                > out.toString().indexOf("is  passed: h2"));
        thread.interrupt();

        assertThat(watch.get()).isEqualTo(ExitCode.FAILED);
    }
}
