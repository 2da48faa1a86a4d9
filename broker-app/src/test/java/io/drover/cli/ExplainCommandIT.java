package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.RunningBroker;
import io.drover.http.HttpCalls.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainCommandIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static String decisionId;

    @BeforeAll
    @Timeout(120)
    static void placeSomebody() throws Exception {
        broker = RunningBroker.startIn(folder);
        Files.writeString(folder.resolve("key"), broker.adminKey() + "\n");
        Files.writeString(folder.resolve("made.yml"), "admin: \"" + broker.adminKey() + "\"\n");
        broker.host("rds-01", 7);
        Answer placed = broker.post("/api/v1/broker/resolve", broker.brokerKey(), "{\"username\": \"CORP\\\\alice\"}");
        assertThat(placed.status()).as(placed.text()).isEqualTo(200);
        decisionId = placed.body().path("decision_id").asText();
        while (broker.get("/api/v1/decisions/" + decisionId, broker.adminKey()).status() != 200) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void aPlacementIsExplained() {
        CommandLineRun run = explain("--key-file", folder.resolve("key").toString(), decisionId);

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .startsWith("Decision " + decisionId)
                .contains("CORP\\alice (corp\\alice) asked for any host: the whole fleet.")
                .contains("Sent to rds-01, the only host that takes the session")
                .contains("the lease holds until", "> 1  rds-01", "health", "Decided by", "score.drl:");
    }

    @Test
    void aHostThatWasNotChosenIsAskedAbout() {
        String key = folder.resolve("key").toString();
        CommandLineRun run =
                explain("--key-file", key, decisionId, "--why-not", "RDS-01", "--rule", "below-min-health");
        CommandLineRun nobody = explain("--key-file", key, decisionId, "--why-not", "rds-99");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("It was this host that was chosen.")
                .contains("below-min-health  health.drl:20  $health : health_score < $limit: 95 < 60 is false");
        assertThat(nobody.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(nobody.err()).contains("no agent has the id \"rds-99\"");
    }

    @Test
    void theFileOfGeneratedKeysWillDo() {
        CommandLineRun run = explain("--key-file", folder.resolve("made.yml").toString(), decisionId);

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
    }

    @Test
    void jsonIsWhatTheBrokerAnswers() throws Exception {
        CommandLineRun run =
                explain("--json", "--key-file", folder.resolve("key").toString(), decisionId);

        assertThat(new ObjectMapper().readTree(run.out()))
                .isEqualTo(broker.get("/api/v1/decisions/" + decisionId, broker.adminKey())
                        .body());
    }

    @Test
    void anUnknownDecisionAndAWrongKeyAreNoSuccess() throws Exception {
        CommandLineRun unknown = explain("--key-file", folder.resolve("key").toString(), "no such/id?");
        Files.writeString(folder.resolve("wrong"), broker.brokerKey());
        CommandLineRun forbidden = explain("--key-file", folder.resolve("wrong").toString(), decisionId);

        assertThat(unknown.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(unknown.err()).startsWith("The broker says: ");
        assertThat(forbidden.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(forbidden.out()).isEmpty();
        assertThat(forbidden.err())
                .contains("The key was that in " + folder.resolve("wrong") + "; --key-file names another file.");
    }

    @Test
    void aKeyThatCannotBeOneIsRefusedAndNotPrinted() throws Exception {
        Files.writeString(folder.resolve("odd"), "se cret-кey");

        CommandLineRun run = explain("--key-file", folder.resolve("odd").toString(), decisionId);

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("The key holds", "odd").doesNotContain("cret");
    }

    @Test
    void anEmptyIdIsNone() {
        CommandLineRun run = explain("--key-file", folder.resolve("key").toString(), "");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().strip()).isEqualTo("The decision's id is empty.");
    }

    @Test
    void withoutAKeyItSaysHowToGiveOne() {
        CommandLineRun run = explain("--home", folder.resolve("elsewhere").toString(), decisionId);

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--key-file", "DROVER_OPERATOR_KEY");
    }

    @Test
    void aKeyFileThatCannotBeReadIsNamedWithTheReason() throws Exception {
        CommandLineRun aFolder = explain("--key-file", folder.toString(), decisionId);
        Path broken = Files.writeString(folder.resolve("broken.yml"), "admin: [\n");
        CommandLineRun noYaml = explain("--key-file", broken.toString(), decisionId);

        assertThat(aFolder.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(aFolder.err())
                .isEqualToIgnoringNewLines("The key file %s cannot be read: Is a directory.".formatted(folder));
        assertThat(noYaml.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(noYaml.err()).isEqualToIgnoringNewLines("The key file %s is not YAML.".formatted(broken));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8080", "localhost:8080", "ftp://127.0.0.1", "http:///x"})
    void anAddressThatIsNoneIsShown(String server) {
        CommandLineRun run = CommandLineRun.of(
                "explain",
                "--server",
                server,
                "--key-file",
                folder.resolve("key").toString(),
                "x");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(server, "http://127.0.0.1:8080");
    }

    @Test
    void aBrokerThatIsNotThereIsNamed() {
        CommandLineRun run = CommandLineRun.of(
                "explain",
                "--server",
                "http://127.0.0.1:1",
                "--key-file",
                folder.resolve("key").toString(),
                "x");

        assertThat(run.exit()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run.err())
                .isEqualToIgnoringNewLines("The broker at http://127.0.0.1:1 does not answer: connection refused.");
    }

    private static CommandLineRun explain(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "explain";
        all[1] = "--server";
        all[2] = "http://127.0.0.1:" + broker.port() + "/";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return CommandLineRun.of(all);
    }
}
