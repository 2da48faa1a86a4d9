package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.jackson.Jackson;
import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseCommandIT {

    @RegisterExtension
    static final DatabaseExtension database = DatabaseExtension.empty();

    @TempDir
    Path folder;

    @Test
    void aDatabaseIsMigratedAndItsStatusShown() throws IOException {
        Files.writeString(folder.resolve("secret"), database.password() + "\n");
        String config = config("embedded: false, url: '%s', user: %s, password_file: secret"
                .formatted(database.url(), database.user()));

        CommandLineRun before = CommandLineRun.of("db", "status", "--config", config);
        assertThat(before.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(before.out().lines()).anyMatch(line -> line.matches("1 +fleet +pending"));

        CommandLineRun migrate = CommandLineRun.of("db", "migrate", "--config", config);
        assertThat(migrate.exit()).isEqualTo(ExitCode.OK);
        assertThat(migrate.out().lines()).anyMatch(line -> line.matches("1 +fleet +applied +20..-.*Z"));

        CommandLineRun again = CommandLineRun.of("db", "migrate", "--config", config);
        assertThat(again.exit()).isEqualTo(ExitCode.OK);
        assertThat(again.out()).isEqualToIgnoringNewLines("The tables are up to date.");

        CommandLineRun after = CommandLineRun.of("db", "status", "--json", "--config", config);
        assertThat(after.exit()).isEqualTo(ExitCode.OK);
        JsonNode first = Jackson.newObjectMapper().readTree(after.out()).get(0);
        assertThat(first.get("version").asText()).isEqualTo("1");
        assertThat(first.get("state").asText()).isEqualTo("applied");
        assertThat(first.get("applied_at").asText()).endsWith("Z");
    }

    @Test
    void theEmbeddedDatabaseIsStartedForTheQuestion() throws IOException {
        String config = config("folder: postgres, binaries_folder: '%s'"
                .formatted(Path.of("target", "postgres-binaries").toAbsolutePath()));

        assertThat(CommandLineRun.of("db", "migrate", "--config", config).exit())
                .isEqualTo(ExitCode.OK);
        assertThat(CommandLineRun.of("db", "status", "--config", config).exit()).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("postgres").resolve("cluster")).isDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    embeded: true                                                          | 2 | embeded
                    port: x                                                                | 2 | database.port
                    embedded: false                                                        | 2 | database.url is required
                    [                                                                      | 2 | config.yml
                    embedded: false, url: 'jdbc:postgresql://127.0.0.1:1/x'                | 6 | refused
                    embedded: false, url: 'jdbc:postgresql://127.0.0.1/x', password_file: y | 6 | password_file
                    """)
    void aMistakeIsNamedOnOneLine(String section, int exit, String word) throws IOException {
        CommandLineRun run = CommandLineRun.of("db", "status", "--config", config(section));

        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.err()).contains(word).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aMissingFileIsNamed() {
        CommandLineRun run = CommandLineRun.of("db", "status", "--config", "nowhere.yml");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("nowhere.yml");
    }

    private String config(String section) throws IOException {
        Path file = folder.resolve("config.yml");
        Files.writeString(file, "database: { " + section + " }\n");
        return file.toString();
    }
}
