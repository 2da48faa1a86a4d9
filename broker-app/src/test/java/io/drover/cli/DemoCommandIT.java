package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.jackson.Jackson;
import io.drover.policy.RuleSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandIT {

    private static final Path RULES = Path.of("..", "rules");
    private static final String DRAIN_RULE = "(?s)rule \"A draining host.*?\nend\n";

    /** Shared: a later run works from what an earlier one kept. */
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temporary;

    @Test
    void everyPlacementIsRightAndExplained() {
        CommandLineRun run = demo(RULES);

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
        assertThat(rows(run.out()))
                .containsSubsequence(
                        "CORP\\alice  Office Desktop  rds-02  load-balance  731 points: health 900, disconnected sessions -5,",
                        "alice@corp.example  Office Desktop  rds-02  existing-lease  the user was sent there a moment ago; others: rds-03",
                        "Bob@corp.example  Office Desktop  rds-03  existing-session  the user has a session there; others: rds-04 650,",
                        "bob  Office Desktop  rds-03  existing-session  the user has a session there, which counts for more",
                        "8 of 30 users  Office Desktop  rds-01  load-balance  users on the way count: from 566 points down to 406",
                        "11 of 30 users  Office Desktop  rds-04  load-balance  users on the way count: from 630 points down to 410");
        assertThat(run.out())
                .contains("rules/demo-fast-disk.drl was added", "506 points: health 950, fast disk 100", "score.drl:")
                .doesNotContain("\u001b[", "WRONG");
        assertThat(run.err()).contains("the first user is placed");
        assertThat(folder.resolve("keys.yml")).exists();
        assertThat(folder.resolve("drover.log"))
                .content()
                .contains("Ready at http://127.0.0.1:", "Stopped")
                .doesNotContain("jetty", "Flyway", "DropwizardResourceConfig");
        assertThat(folder.resolve("postgres/cluster/postmaster.pid")).doesNotExist();
    }

    @Test
    void aMissingRuleIsNoticedAndNamed() throws IOException {
        Path rules = copyOfTheRules();
        Path file = rules.resolve("availability.drl");
        Files.writeString(file, Files.readString(file).replaceFirst(DRAIN_RULE, ""));

        CommandLineRun run = demo(rules, "--json", "--shipped", revision(rules));

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("CORP\\carol at \"Office Desktop\" must be sent to rds-04 (load-balance),"
                        + " was sent to rds-03 (load-balance)");
        JsonNode report = Jackson.newObjectMapper().readTree(run.out());
        assertThat(report.path("right").asBoolean()).isFalse();
        assertThat(report.path("placements").get(0).path("flaws")).isEmpty();
    }

    @Test
    void whereRulesOfOnesOwnDifferFromTheShippedOnesIsShownAndIsNoFailure() throws IOException {
        Path rules = copyOfTheRules();
        Path file = rules.resolve("score.drl");
        String text = Files.readString(file);
        Files.writeString(file, text.replace("-2 * $cpu", "-20 * $cpu"));
        assertThat(file).content().isNotEqualTo(text);

        CommandLineRun run = demo(rules, "--shipped", revision(RULES));

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.err())
                .contains("Your rules, revision " + revision(rules) + ", are not the shipped ones; ")
                .contains("CORP\\alice at \"Office Desktop\" with the shipped rules would be sent to rds-02"
                        + " (load-balance), was sent to rds-03 (load-balance)");
        assertThat(run.out())
                .contains("differs: with the shipped rules would be")
                .doesNotContain("WRONG");
    }

    private static String revision(Path rules) {
        return RuleSource.read(rules).revision();
    }

    @Test
    void rulesThatDoNotCompileAreRefusedWithFileAndLine() throws IOException {
        Path rules = copyOfTheRules();
        Files.writeString(rules.resolve("score.drl"), "package drover\nrule \"half\" when\n");

        CommandLineRun run = demo(rules);

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.err()).contains("score.drl:").doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aMissingFolderOfRulesIsNamed() {
        CommandLineRun run = demo(Path.of("nowhere"));

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("nowhere");
    }

    @Test
    void aFolderWithOtherFilesIsLeftAlone() throws IOException {
        Path config = Files.writeString(temporary.resolve("config.yml"), "keys: {}\n");

        CommandLineRun run = CommandLineRun.of("demo", "--folder", temporary.toString(), "--rules", RULES.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(temporary.toString(), "--folder");
        assertThat(config).hasContent("keys: {}");
        assertThat(temporary.resolve("rules")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeMadeIsNamedWithTheReason() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        CommandLineRun run =
                CommandLineRun.of("demo", "--folder", file.resolve("demo").toString(), "--rules", RULES.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(file + "/demo: ", "--folder").doesNotContain("\tat ");
    }

    private static CommandLineRun demo(Path rules, String... more) {
        List<String> arguments = Stream.concat(
                        Stream.of(
                                "demo",
                                "--folder",
                                folder.toString(),
                                "--rules",
                                rules.toString(),
                                "--binaries",
                                Path.of("target", "postgres-binaries").toString()),
                        Stream.of(more))
                .toList();
        return CommandLineRun.of(arguments.toArray(String[]::new));
    }

    private Path copyOfTheRules() throws IOException {
        try (Stream<Path> files = Files.list(RULES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, temporary.resolve(file.getFileName()));
            }
        }
        return temporary;
    }

    /** The lines without their padding: columns are two blanks apart. */
    private static List<String> rows(String out) {
        return out.lines().map(line -> line.strip().replaceAll(" {2,}", "  ")).toList();
    }
}
