package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.util.Duration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DatabaseIT {
    private static final Path BINARIES = Path.of("target", "postgres-binaries").toAbsolutePath();

    @RegisterExtension
    static final DatabaseExtension migrated = new DatabaseExtension();

    @RegisterExtension
    static final DatabaseExtension empty = DatabaseExtension.empty();

    @TempDir
    Path temporary;

    @Test
    void anEmbeddedDatabaseIsMigratedAtStartAndKeptOverARestart() {
        DatabaseConfig config = DatabaseConfig.embeddedIn(temporary.resolve("postgres"), BINARIES);
        try (Database database = start(config)) {
            database.jdbi().useHandle(handle -> handle.execute("INSERT INTO farm (farm_id, name) VALUES ('a', 'A')"));
        }

        try (Database database = start(config)) {
            assertThat(names(database.jdbi())).containsExactly("A");
            assertThat(database.problem()).isEmpty();
        }
    }

    @Test
    void aDatabaseThatLacksMigrationsIsRefusedWithTheCommandThatHelps() {
        assertThatThrownBy(() -> start(empty.config()))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("lacks migration 1")
                .hasMessageContaining("./drover db migrate");
    }

    @Test
    void tablesOfANewerBuildAreUsedAsLongAsTheySayThatThisOneRunsOnThem() {
        inHistory(
                """
                INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, installed_by,
                  execution_time, success)
                VALUES (9999, '9999', 'of the future', 'SQL', 'V9999__of_the_future.sql', 'x', 1, true)""",
                () -> {
                    try (Database before = start(migrated.config())) {
                        assertThat(before.problem()).isEmpty();

                        migrated.execute("UPDATE schema_floor SET oldest_build = 9999");
                        assertThat(before.problem()).hasValueSatisfying(contains("need a build with migration 9999"));
                    }
                    assertThatThrownBy(() -> start(migrated.config()))
                            .isInstanceOf(DatabaseException.class)
                            .hasMessageContaining("This build is older than the database")
                            .hasMessageContaining("9999");
                    assertThatThrownBy(migrated.database().migrations()::migrate)
                            .hasMessageContaining("9999");
                },
                """
                DELETE FROM flyway_schema_history WHERE version = '9999';
                UPDATE schema_floor SET oldest_build = 9""");
    }

    @Test
    void aMigrationChangedAfterItWasAppliedIsRefused() {
        inHistory(
                "UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '1'",
                () -> assertThatThrownBy(() -> start(migrated.config()))
                        .isInstanceOf(DatabaseException.class)
                        .hasMessageContaining("Migration 1 was changed"),
                "UPDATE flyway_schema_history SET checksum = checksum - 1 WHERE version = '1'");
    }

    @Test
    void aDatabaseThatIsDownAtStartIsUsedWhenItComesUp() throws Exception {
        Path data = temporary.resolve("late");
        int port = freePort();
        DatabaseConfig config;
        try (EmbeddedDatabase before = EmbeddedDatabase.start(data, BINARIES, port)) {
            config = DatabaseConfig.at(before.url(), before.user(), before.password());
        }

        try (Database database = start(config)) {
            assertThat(database.problem()).hasValueSatisfying(contains("refused"));

            try (EmbeddedDatabase late = EmbeddedDatabase.start(data, BINARIES, port)) {
                assertThat(late.url()).isEqualTo(database.url());
                assertThat(database.problem()).hasValueSatisfying(contains("./drover db migrate"));
                database.migrations().migrate();
                assertThat(database.problem()).isEmpty();
                assertThat(names(database.jdbi())).isEmpty();
            }
        }
    }

    /** One that stands still between two statements would hold its locks for as long. */
    @Test
    void aTransactionThatNobodyGoesOnWithEnds() {
        try (Database database = start(migrated.config())) {
            assertThat(longestPause(database.jdbi())).isEqualTo("10s");
            assertThat(longestPause(database.controlJdbi())).isEqualTo("10s");
        }
    }

    private static String longestPause(Jdbi jdbi) {
        return jdbi.withHandle(handle -> handle.createQuery("SHOW idle_in_transaction_session_timeout")
                .mapTo(String.class)
                .one());
    }

    /** It takes connections, as a machine does whose server hangs, and says nothing. */
    @Test
    void aServerThatDoesNotAnswerStopsNeitherTheStartNorTheCheck() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/drover";
            assertTimeoutPreemptively(java.time.Duration.ofMinutes(1), () -> {
                try (Database database = start(DatabaseConfig.at(url, "drover", "secret"))) {
                    assertThat(database.problem()).isPresent();
                }
            });
        }
    }

    @Test
    void aStatementThatTakesTooLongIsCancelled() {
        DatabaseConfig config = withLimits(
                DatabaseConfig.Pool.of(null, null, null),
                DatabaseConfig.Timeouts.of(null, null, Duration.milliseconds(100)));

        try (Database database = start(config)) {
            assertThatThrownBy(() -> database.jdbi().useHandle(handle -> handle.execute("SELECT pg_sleep(60)")))
                    .hasMessageContaining("canceling statement due to statement timeout");
        }
    }

    @Test
    void aServerThatFallsSilentIsGivenUp() {
        DatabaseConfig config = withLimits(
                DatabaseConfig.Pool.of(null, null, null),
                DatabaseConfig.Timeouts.of(null, Duration.seconds(1), Duration.milliseconds(900)));

        try (Database database = start(config)) {
            assertThatThrownBy(() -> database.jdbi()
                            .useHandle(handle -> handle.execute("SET statement_timeout = 0; SELECT pg_sleep(60)")))
                    .hasRootCauseInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aCallerWaitsForAFreeConnectionOnlySoLong() throws SQLException {
        DatabaseConfig config = withLimits(
                DatabaseConfig.Pool.of(1, 1, Duration.milliseconds(100)), DatabaseConfig.Timeouts.of(null, null, null));

        try (Database database = start(config);
                Connection only = database.dataSource().getConnection()) {
            assertThat(only.isClosed()).isFalse();
            assertThatThrownBy(() -> database.dataSource().getConnection()).hasMessageContaining("Timeout");
        }
    }

    @Test
    void aConnectionOfOnesOwnIsNamedAndHasTheTimeouts() throws SQLException {
        try (Connection connection = migrated.database().open("listen")) {
            assertThat(settings(connection)).containsExactly("drover-listen", "3s");
            assertThat(connection.getNetworkTimeout()).isEqualTo(5000);
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @Test
    void connectionsThatTheServerCutAreReplacedBeforeTheyAreUsed() {
        DatabaseConfig config =
                withLimits(DatabaseConfig.Pool.of(4, 4, null), DatabaseConfig.Timeouts.of(null, null, null));
        try (Database database = start(config)) {
            names(database.jdbi());
            migrated.execute("""
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid()""");

            for (int use = 0; use < 8; use++) {
                assertThatCode(() -> names(database.jdbi())).doesNotThrowAnyException();
            }
        }
    }

    private static Consumer<String> contains(String words) {
        return problem -> assertThat(problem).contains(words);
    }

    private static Database start(DatabaseConfig config) {
        return Database.start(config, new MetricRegistry());
    }

    private static DatabaseConfig withLimits(DatabaseConfig.Pool pool, DatabaseConfig.Timeouts timeouts) {
        return DatabaseConfig.of(
                false,
                null,
                null,
                null,
                migrated.url(),
                migrated.user(),
                migrated.password(),
                null,
                null,
                pool,
                timeouts);
    }

    private static void inHistory(String change, Runnable test, String repair) {
        migrated.jdbi().useHandle(handle -> handle.execute(change));
        try {
            test.run();
        } finally {
            migrated.jdbi().useHandle(handle -> handle.execute(repair));
        }
    }

    private static List<String> names(Jdbi jdbi) {
        return jdbi.withHandle(handle ->
                handle.createQuery("SELECT name FROM farm").mapTo(String.class).list());
    }

    private static List<String> settings(Connection connection) throws SQLException {
        try (var rows = connection
                .createStatement()
                .executeQuery("SELECT current_setting('application_name'), current_setting('statement_timeout')")) {
            assertThat(rows.next()).isTrue();
            return List.of(rows.getString(1), rows.getString(2));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
