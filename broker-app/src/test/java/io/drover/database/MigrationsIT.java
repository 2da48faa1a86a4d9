package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.drover.database.Migrations.Migration;
import io.drover.database.Migrations.State;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class MigrationsIT {

    @RegisterExtension
    static final DatabaseExtension database = DatabaseExtension.empty();

    @TempDir
    Path folder;

    @TempDir
    Path newer;

    @AfterEach
    void emptyTheDatabase() {
        database.execute("DROP SCHEMA public CASCADE");
        database.execute("CREATE SCHEMA public");
    }

    @Test
    void theShippedMigrationsApplyToAnEmptyDatabase() {
        Migrations shipped = new Migrations(database.login().patientDataSource(), null);

        assertThat(shipped.status()).isNotEmpty().allSatisfy(migration -> {
            assertThat(migration.state()).isEqualTo(State.PENDING);
            assertThat(migration.appliedAt()).isEmpty();
        });

        assertThat(shipped.migrate()).isNotEmpty().isEqualTo(shipped.status()).allSatisfy(migration -> {
            assertThat(migration.state()).isEqualTo(State.APPLIED);
            assertThat(migration.appliedAt()).isNotEmpty();
        });
        assertThat(shipped.migrate()).isEmpty();
        shipped.requireCurrent();
    }

    @Test
    void aFolderTakesThePlaceOfTheShippedOnes() throws IOException {
        write("V1__first.sql", "CREATE TABLE first (id int);");
        write("V2__second.sql", "CREATE TABLE second (price text DEFAULT '${not a placeholder}');");

        assertThat(migrations().migrate())
                .extracting(Migration::version, Migration::description)
                .containsExactly(tuple("1", "first"), tuple("2", "second"));
    }

    @Test
    void aMigrationThatFailsLeavesNothingBehindAndSaysWhy() throws IOException {
        write("V1__first.sql", "CREATE TABLE half (id int); SELECT no_such_function();");

        assertThatThrownBy(migrations()::migrate)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("no_such_function");
        assertThat(database.query("SELECT to_regclass('half')")).containsOnlyNulls();
    }

    @Test
    void aFolderThatIsMissingIsRefused() {
        Migrations missing = new Migrations(database.login().patientDataSource(), folder.resolve("missing"));

        assertThatThrownBy(missing::status)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void aFileWithAWrongNameIsRefused() throws IOException {
        write("V1__first.sql", "SELECT 1;");
        write("V2_one_underscore.sql", "SELECT 1;");

        assertThatThrownBy(migrations()::status)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("V2_one_underscore.sql");
    }

    @Test
    void brokersThatMigrateAtTheSameMomentDoNotHinderEachOther() throws Exception {
        write("V1__first.sql", "CREATE TABLE first (id int); SELECT pg_sleep(0.2);");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<List<Migration>>> results =
                    threads.invokeAll(Collections.nCopies(4, () -> migrations().migrate()));
            int applied = 0;
            for (Future<List<Migration>> result : results) {
                applied += result.get().size();
            }
            assertThat(applied).isEqualTo(1);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aBuildRunsOnTablesOfANewerOneThatOnlyAdded() throws IOException {
        write("V1__floor.sql", FLOOR);
        writeNewer("V2__more.sql", "CREATE TABLE more (id int);");
        new Migrations(database.login().patientDataSource(), newer).migrate();

        migrations().requireCurrent();
        assertThat(migrations().migrate()).isEmpty();
        assertThat(migrations().status()).extracting(Migration::state).containsExactly(State.APPLIED, State.UNKNOWN);
    }

    @Test
    void aBuildBelowTheFloorOfTheTablesIsRefused() throws IOException {
        write("V1__floor.sql", FLOOR);
        writeNewer("V2__less.sql", "UPDATE schema_floor SET oldest_build = 2;");
        new Migrations(database.login().patientDataSource(), newer).migrate();

        assertThatThrownBy(migrations()::requireCurrent)
                .isInstanceOf(OtherBuildException.class)
                .hasMessageContaining("already has migration 2 and needs a build with migration 2.");
        assertThatThrownBy(migrations()::migrate).isInstanceOf(OtherBuildException.class);
    }

    @Test
    void tablesThatDoNotSayWhoRunsOnThemAreTheirBuildsAlone() throws IOException {
        write("V1__first.sql", "SELECT 1;");
        writeNewer("V2__more.sql", "CREATE TABLE more (id int);");
        new Migrations(database.login().patientDataSource(), newer).migrate();

        assertThatThrownBy(migrations()::requireCurrent)
                .isInstanceOf(OtherBuildException.class)
                .hasMessageContaining("already has migration 2. Use a newer build.");
    }

    private static final String FLOOR =
            "CREATE TABLE schema_floor (oldest_build int); INSERT INTO schema_floor VALUES (1);";

    /** A folder with one migration more. */
    private void writeNewer(String name, String sql) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.copy(file, newer.resolve(file.getFileName()));
            }
        }
        Files.writeString(newer.resolve(name), sql);
    }

    private Migrations migrations() {
        return new Migrations(database.login().patientDataSource(), folder);
    }

    private void write(String name, String sql) throws IOException {
        Files.writeString(folder.resolve(name), sql);
    }
}
