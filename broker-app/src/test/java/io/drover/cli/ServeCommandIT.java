package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ordinary mistakes at the start: one line that names them, and nothing made or started. */
class ServeCommandIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    server: { maxThreads: ${DROVER_NOT_SET} }        | : the variable DROVER_NOT_SET is not set
                    placement:\\n  lease_seconds: 1\\n  lease_seconds: 2 | :3:16: lease_seconds is there twice
                    placement: { lease_seconds: -1 }                   | : placement.lease_seconds must be 1 to 2592000, not -1
                    placement: { lease_seconds: soon }                 | : placement.lease_seconds must be a number, not "soon"
                    placement: { broker_enabled: maybe }               | : placement.broker_enabled must be true or false, not "maybe"
                    database: { embedded: false }                      | : database.url is required when database.embedded is false
                    keys: { operators: [ { role: amin, env: X } ] }    | : keys.operators[0].role must be viewer, operator, policy_author, admin, not "amin"
                    keys: { operators: [ { role: admin } ] }           | : keys.operators[0]: a key needs exactly one of value, file, env
                    logging: { level: LOUD }                           | : logging.level must be ERROR, WARN, INFO, DEBUG, TRACE or OFF, not "LOUD"
                    logging: { loggers: { io.drover: LOUD } }          | : logging.loggers.io.drover must be ERROR, WARN, INFO, DEBUG, TRACE or OFF, not "LOUD"
                    placement: { lease_second: 5 }                     | : placement.lease_second is no setting; did you mean "lease_seconds"?
                    placement: [                                       | not YAML
                    policy: { suites: { a: b } }                       | : policy.suites must be a list
                    policy: { folder: [ a ] }                          | : policy.folder must be a path
                    placement: 5                                       | : placement must be keys with values
                    """)
    void aMistakeInTheFileIsOneLine(String text, String said) throws IOException {
        Path config = config(text.replace("\\n", "\n"));

        CommandLineRun run = serve(config);

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err())
                .startsWith(config.toString())
                .contains(said)
                .doesNotContain("Source:", "java.", "io.drover.", "token", "chain");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        CommandLineRun run = serve(Path.of("nowhere.yml"));

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("nowhere.yml");
    }

    @Test
    void aPortThatIsTakenIsNamedBeforeAnythingIsMade() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            CommandLineRun run = serve(config(
                    "server: { applicationConnectors: [ { type: http, port: %d } ] }".formatted(taken.getLocalPort())));

            assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err().lines()).hasSize(1);
            assertThat(run.err()).contains(":" + taken.getLocalPort() + ": ", "in use", "under server");
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aKeyStoreThatIsNotThereIsNamed() throws IOException {
        CommandLineRun run = serve(config("server: { applicationConnectors: [ { type: https, port: 0,"
                + " keyStorePath: nowhere.p12, keyStorePassword: nothing } ] }"));

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("key store nowhere.p12");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aFileOfKeysThatCannotBeMadeIsNamedWithTheReason() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        CommandLineRun run = serve(config("keys: { file: file/keys.yml }\n" + FREE_PORTS));

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(file + "/keys.yml cannot be read or written: ");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    private static final String FREE_PORTS =
            "server: { applicationConnectors: [ { type: http, port: 0 } ], adminConnectors: [ { type: http, port: 0 } ] }";

    private Path config(String text) throws IOException {
        return Files.writeString(folder.resolve("config.yml"), text);
    }

    private static CommandLineRun serve(Path config) {
        return CommandLineRun.of("serve", "--config", config.toString());
    }
}
