package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.database.DatabaseConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
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

        assertThat(folder.resolve("postgres/cluster")).exists();
        assertThat(folder.resolve("postgres/cluster/postmaster.pid")).doesNotExist();
    }
}
