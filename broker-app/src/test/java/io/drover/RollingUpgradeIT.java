package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseConfig;
import io.drover.database.DatabaseExtension;
import io.drover.database.Migrations;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two builds side by side on one database, of which the newer one knows a migration more. */
class RollingUpgradeIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Path MIGRATIONS = Path.of("../migrations");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path newer;

    @Test
    void anOlderBuildGoesOnAndStartsAgainBesideANewerOne() throws Exception {
        try (BrokerInstance old = BrokerInstance.start(database.config())) {
            OfficeFarm farm = OfficeFarm.create(old.client(), 2);
            farm.awaitEligible(old.client(), 2);
            String alices = place(old, "alice");

            addAMigration();
            Migrations.of(newerBuild(), Migrations::migrate);

            try (BrokerInstance fresh = BrokerInstance.start(newerBuild());
                    BrokerInstance oldAgain = BrokerInstance.start(database.config())) {
                farm.awaitEligible(fresh.client(), 2);
                farm.awaitEligible(oldAgain.client(), 2);
                for (BrokerInstance any : new BrokerInstance[] {old, fresh, oldAgain}) {
                    assertThat(any.client().get("/readyz").status()).isEqualTo(200);
                    assertThat(place(any, "alice")).isEqualTo(alices);
                }
                assertThat(place(old, "bob")).isEqualTo(place(fresh, "CORP\\bob"));

                fresh.client().operator("PATCH", "/api/v1/agents/" + alices + "/control", Map.of("mode", "drain"));
                assertThat(place(oldAgain, "carol")).isNotEqualTo(alices);

                database.execute("UPDATE schema_floor SET oldest_build = 1000");
                await().atMost(PATIENCE).until(() -> old.client().get("/readyz").status() == 503);
                assertThat(fresh.client().get("/readyz").status()).isEqualTo(200);
            }
        }
    }

    private void addAMigration() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(MIGRATIONS, "*.sql")) {
            for (Path file : files) {
                Files.copy(file, newer.resolve(file.getFileName()));
            }
        }
        Files.writeString(newer.resolve("V1000__note.sql"), """
                ALTER TABLE lease ADD COLUMN note text NOT NULL DEFAULT '';
                CREATE TABLE note (note_id text PRIMARY KEY);
                """);
    }

    private DatabaseConfig newerBuild() {
        return DatabaseConfig.of(
                false, null, null, null, database.url(), database.user(), database.password(), null, newer, null, null);
    }

    private static String place(BrokerInstance instance, String user) {
        var answer = instance.client().resolve(Map.of("username", user, "connection_id", "101"));
        assertThat(answer.placed()).as(answer.body()).isTrue();
        return answer.agentId();
    }
}
