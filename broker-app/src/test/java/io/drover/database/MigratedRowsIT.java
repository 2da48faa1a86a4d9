package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every migration on tables with rows: those of {@code rows-before/Vn.sql} are written after migration n, as the build
 * of then would, and stand there unchanged after the newest one, in all columns that there were.
 */
class MigratedRowsIT {

    @RegisterExtension
    static final DatabaseExtension database = DatabaseExtension.empty();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    private static final String TABLES = """
            SELECT relname FROM pg_class
             WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
               AND relname NOT IN ('flyway_schema_history', 'schema_floor')
             ORDER BY relname""";
    /** A row as it is now, with the columns alone that the written one had. */
    private static final String SAME =
            "(SELECT jsonb_object_agg(k, to_jsonb(t) -> k) FROM jsonb_object_keys(w.row) k) = w.row";

    @BeforeAll
    static void migrate() throws IOException, SQLException {
        execute("CREATE SCHEMA written; CREATE TABLE written.rows (tab text NOT NULL, row jsonb NOT NULL)");
        List<MigrationFile> files = MigrationFile.all();
        MigrationFile newest = files.get(files.size() - 1);
        for (MigrationFile file : files) {
            file.copyTo(folder);
            String rows = rowsAfter(file.version());
            if (!rows.isEmpty() || file.equals(newest)) {
                new Migrations(database.login().patientDataSource(), folder).migrate();
                execute(rows);
                if (!rows.isEmpty()) {
                    writeDown();
                }
            }
        }
    }

    @Test
    void everyTableHadRows() {
        assertThat(database.query("SELECT DISTINCT tab FROM written.rows ORDER BY tab"))
                .as("tables that rows-before writes to; a new one needs some")
                .isEqualTo(database.query(TABLES));
    }

    @Test
    void everyRowIsThereAsItWasAndNoOtherOne() throws SQLException {
        execute("""
                UPDATE written.rows SET row = row || '{"uptime_seconds": null}'
                 WHERE tab = 'heartbeat' AND row ->> 'agent_id' = 'endless'""");
        for (String table : database.query(TABLES)) {
            assertThat(database.query(
                            "SELECT w.row FROM written.rows w WHERE w.tab = '%s' AND NOT EXISTS (SELECT 1 FROM %s t WHERE %s)"
                                    .formatted(table, table, SAME)))
                    .as("rows of " + table + " that are gone or changed")
                    .isEmpty();
            assertThat(database.query(
                            "SELECT to_jsonb(t) FROM %s t WHERE NOT EXISTS (SELECT 1 FROM written.rows w WHERE w.tab = '%s' AND %s)"
                                    .formatted(table, table, SAME)))
                    .as("rows of " + table + " that nobody wrote")
                    .isEmpty();
        }
    }

    @Test
    void whatMigrationsAddToRowsIsRight() {
        assertThat(database.query("SELECT agent_id FROM agent WHERE mode_since = changed_at ORDER BY agent_id"))
                .containsExactly("endless", "host-1", "host-2");
        assertThat(
                        database.query(
                                "SELECT owner_kind || ' ' || owner_id || ' ' || policy FROM agent_policy WHERE who = 'broker' ORDER BY 1"))
                .containsExactly("agent host-2 {\"idle_minutes\": 5}", "farm office {\"idle_minutes\": 30}");
    }

    @Test
    void whatCountsGoesOnAboveTheRows() {
        assertThat(database.query("SELECT 1 WHERE nextval('lease_rev') > (SELECT max(rev) FROM lease)"))
                .hasSize(1);
        assertThat(database.query("SELECT 1 WHERE nextval('audit_id') > (SELECT max(audit_id) FROM audit)"))
                .hasSize(1);
    }

    @Test
    void thePastIsStillKeptFromChange() {
        assertThatThrownBy(() -> database.execute("DELETE FROM audit")).hasMessageContaining("append-only");
        assertThatThrownBy(() -> database.execute("UPDATE audit SET who = ''")).hasMessageContaining("append-only");
    }

    /** Every row as it is now. What was written and is not among them any more stays written. */
    private static void writeDown() throws SQLException {
        for (String table : database.query(TABLES)) {
            execute("DELETE FROM written.rows w WHERE w.tab = '%s' AND EXISTS (SELECT 1 FROM %s t WHERE %s)"
                    .formatted(table, table, SAME));
            execute("INSERT INTO written.rows SELECT '%s', to_jsonb(t) FROM %s t".formatted(table, table));
        }
    }

    private static String rowsAfter(int version) throws IOException {
        try (InputStream file = MigratedRowsIT.class.getResourceAsStream("/rows-before/V" + version + ".sql")) {
            return file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.login().patientDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
