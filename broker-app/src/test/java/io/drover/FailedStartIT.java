package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.database.DatabaseConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedStartIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aPortThatIsTakenLeavesNoDatabaseBehind() throws IOException {
        DatabaseConfig database = DatabaseConfig.embeddedIn(
                folder.resolve("postgres"),
                Path.of("target", "postgres-binaries").toAbsolutePath());
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatThrownBy(() -> RunningBroker.start(database, folder.resolve("keys.yml"), taken.getLocalPort()))
                    .rootCause()
                    .hasMessageContaining("in use");
        }

        assertThat(folder.resolve("postgres")).doesNotExist();
        assertThat(folder.resolve("keys.yml")).doesNotExist();
    }

    /** What Jetty finds out only when it starts. */
    @Test
    void aServerThatCannotStartStopsItsDatabase() throws IOException {
        Path config = Files.writeString(folder.resolve("config.yml"), """
                database: { folder: postgres, binaries_folder: "%s" }
                policy: { folder: "%s" }
                keys: { file: keys.yml }
                server:
                  applicationConnectors: [ { type: https, port: 0, keyStoreType: JCEKS, keyStorePath: nowhere, keyStorePassword: x } ]
                  adminConnectors: [ { type: http, port: 0 } ]
                """.formatted(
                        Path.of("target", "postgres-binaries").toAbsolutePath(),
                        Path.of("..", "rules").toAbsolutePath()));

        assertThatThrownBy(() -> BrokerServer.start(config, Map.of())).isNotNull();

        assertThat(folder.resolve("postgres/cluster")).exists();
        assertThat(folder.resolve("postgres/cluster/postmaster.pid")).doesNotExist();
    }
}
