package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rule of docs/adr/0012: a migration hinders no older build that works on the tables at the same time, or says
 * which build runs on what it leaves. Each is applied, and what the catalogue says before and after it is compared.
 */
class ShippedMigrationsIT {

    @RegisterExtension
    static final DatabaseExtension database = DatabaseExtension.empty();

    @RegisterExtension
    static final DatabaseExtension newest = new DatabaseExtension();

    private static final int LAST_BEFORE_THE_RULE = 9;
    private static final Pattern COMMENT = Pattern.compile("--[^\n]*");

    private static final String OF_AN_HOUR = "on the connections of an hour, which are read in a moment";

    /** What hinders by its kind and does not by what it does, by version and part. */
    private static final Map<String, String> EXCUSED = Map.of(
            "10 trigger agent.forget_collected_host",
            "deletes by a unique column from a table that older builds never touch, so it neither fails nor waits",
            "12 index audit_rest_at",
            "on a partition that holds an installation's first month alone",
            "14 index connection_ended",
            OF_AN_HOUR,
            "14 index connection_open",
            OF_AN_HOUR);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void eachLeavesOlderBuildsWhatTheyUseOrRaisesTheFloor() throws IOException {
        Set<String> excused = new HashSet<>();
        Tables before = new Tables(Map.of());
        int floor = 0;
        for (MigrationFile file : MigrationFile.all()) {
            file.copyTo(folder);
            if (file.version() < LAST_BEFORE_THE_RULE) {
                continue;
            }
            new Migrations(database.login().patientDataSource(), folder).migrate();
            Tables after = Jdbi.create(database.login().patientDataSource()).withHandle(Tables::read);
            int raised = Integer.parseInt(String.valueOf(
                    database.query("SELECT oldest_build FROM schema_floor").get(0)));
            if (file.version() > LAST_BEFORE_THE_RULE) {
                assertThat(raised).as(file.name()).isBetween(floor, file.version());
                List<Hindrance> hindrances = new ArrayList<>();
                for (Hindrance hindrance : Hindrance.between(before, after, statements(file.sql()))) {
                    String key = file.version() + " " + hindrance.what();
                    if (EXCUSED.containsKey(key)) {
                        excused.add(key);
                    } else if (raised == floor || !hindrance.breaks()) {
                        hindrances.add(hindrance);
                    }
                }
                assertThat(hindrances).as(file.name()).isEmpty();
            }
            before = after;
            floor = raised;
        }
        assertThat(excused).isEqualTo(EXCUSED.keySet());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "table farm | DROP TABLE farm",
                "column farm.description | ALTER TABLE farm DROP COLUMN description",
                "table farm | ALTER TABLE farm RENAME TO farms",
                "column farm.name | ALTER TABLE farm RENAME name TO title",
                "column farm.name | ALTER TABLE farm ALTER name TYPE varchar(200)",
                "not null farm.policy | UPDATE farm SET policy = '{}'; ALTER TABLE farm ALTER policy SET NOT NULL",
                "not null farm.name | ALTER TABLE farm ALTER name DROP NOT NULL",
                "default farm.enabled | ALTER TABLE farm ALTER enabled DROP DEFAULT",
                "default farm.enabled | ALTER TABLE farm ALTER enabled SET DEFAULT false",
                "column farm.colour | ALTER TABLE farm ADD colour text NOT NULL",
                "constraint farm.named | ALTER TABLE farm ADD CONSTRAINT named CHECK (name <> '')",
                "constraint farm.named | ALTER TABLE farm ADD CONSTRAINT named CHECK (name <> '') NOT VALID",
                "constraint farm.named | ALTER TABLE farm ADD CONSTRAINT named UNIQUE (name)",
                "constraint farm.colour | ALTER TABLE farm ADD colour text DEFAULT '' CONSTRAINT colour UNIQUE",
                "constraint resource.of_farm | ALTER TABLE resource ADD CONSTRAINT of_farm FOREIGN KEY (farm_id) REFERENCES farm NOT VALID",
                "constraint farm.farm_min_health_score_check | ALTER TABLE farm DROP CONSTRAINT farm_min_health_score_check",
                "constraint colour.farm_exists | CREATE TABLE colour (of text CONSTRAINT farm_exists REFERENCES farm)",
                "unique index farm_name | CREATE UNIQUE INDEX farm_name ON farm (name)",
                "trigger farm.noted | CREATE TRIGGER noted BEFORE UPDATE ON farm FOR EACH ROW EXECUTE FUNCTION note_mode()",
                "trigger agent.note_mode | DROP TRIGGER note_mode ON agent",
                "trigger agent.note_mode | ALTER TABLE agent DISABLE TRIGGER note_mode",
                "rule farm.noted | CREATE RULE noted AS ON DELETE TO farm DO INSTEAD NOTHING",
                "table farm | ALTER TABLE farm ENABLE ROW LEVEL SECURITY",
                "function farm_exists(bigint,text) | DROP FUNCTION farm_exists",
                "function farm_exists(bigint,integer) | CREATE FUNCTION farm_exists(p bigint, n int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
                "function sweep_leases(integer,integer) | CREATE FUNCTION sweep_leases(p int, n int DEFAULT 1) RETURNS int LANGUAGE sql AS 'SELECT 1'",
                "table farm | DO $f$ BEGIN EXECUTE format('DROP TABLE %s', 'farm'); END $f$",
                "table lease_rev | ALTER SEQUENCE lease_rev RENAME TO rev",
            })
    void theseBreakOlderBuilds(String what, String sql) throws SQLException {
        assertThat(of(sql))
                .filteredOn(Hindrance::breaks)
                .extracting(Hindrance::what)
                .contains(what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rows farm | TRUNCATE farm",
                "rows farm | ALTER TABLE farm ADD at timestamptz DEFAULT clock_timestamp()",
                "rows agent | ALTER TABLE agent ALTER weight TYPE bigint",
                "index farm_name | CREATE INDEX farm_name ON farm (name)",
                "unique index farm_name | CREATE UNIQUE INDEX farm_name ON farm (name)",
                "constraint farm.named | ALTER TABLE farm ADD CONSTRAINT named CHECK (name <> '')",
                "constraint farm.named | ALTER TABLE farm ADD CONSTRAINT named UNIQUE (name)",
                "not null farm.policy | ALTER TABLE farm ALTER policy SET NOT NULL",
            })
    void theseKeepEverybodyWaiting(String what, String sql) throws SQLException {
        assertThat(of(sql))
                .filteredOn(hindrance -> !hindrance.breaks())
                .extracting(Hindrance::what)
                .contains(what);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE colour (name text NOT NULL UNIQUE, of text REFERENCES farm ON DELETE CASCADE)",
                "CREATE TABLE colour (name text); CREATE UNIQUE INDEX one ON colour (name); ALTER TABLE colour ALTER name SET NOT NULL",
                "ALTER TABLE farm ADD COLUMN colour text",
                "ALTER TABLE farm ADD COLUMN colour text NOT NULL DEFAULT ''",
                "ALTER TABLE farm ADD colour text, ADD CONSTRAINT colourful CHECK (colour <> '') NOT VALID",
                "ALTER TABLE farm ADD parent text REFERENCES farm ON DELETE SET NULL",
                "CREATE OR REPLACE FUNCTION colour() RETURNS int LANGUAGE sql AS $f$ SELECT 1 $f$",
                "CREATE OR REPLACE FUNCTION control_gate() RETURNS bigint LANGUAGE sql AS $f$ SELECT 2::bigint $f$",
                "CREATE FUNCTION sweep_leases(p int, n int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
                "DROP INDEX agent_to_restart",
                "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN DROP TABLE past; END $f$",
                "DROP TRIGGER note_mode ON agent; CREATE TRIGGER note_mode BEFORE UPDATE OF mode ON agent FOR EACH ROW"
                        + " WHEN (OLD.mode IS DISTINCT FROM NEW.mode) EXECUTE FUNCTION note_mode()",
                "UPDATE farm SET description = ''",
                "SELECT add_audit_months(6)",
            })
    void theseOnlyAdd(String sql) throws SQLException {
        assertThat(of(sql)).isEmpty();
    }

    @Test
    void anIndexThatIsBuiltConcurrentlyKeepsNobodyWaiting() {
        String sql = "CREATE INDEX CONCURRENTLY farm_name ON farm (name)";
        Jdbi.create(newest.login().patientDataSource()).useHandle(handle -> {
            Tables before = Tables.read(handle);
            handle.execute(sql);
            try {
                assertThat(Hindrance.between(before, Tables.read(handle), sql)).isEmpty();
            } finally {
                handle.execute("DROP INDEX farm_name");
            }
        });
    }

    /** Of statements on the newest tables, which are there again afterwards. */
    private static List<Hindrance> of(String sql) throws SQLException {
        return Jdbi.create(newest.login().patientDataSource()).inTransaction(handle -> {
            Tables before = Tables.read(handle);
            try (Statement statement = handle.getConnection().createStatement()) {
                statement.execute(sql);
            }
            List<Hindrance> found = Hindrance.between(before, Tables.read(handle), sql);
            handle.rollback();
            return found;
        });
    }

    private static String statements(String sql) {
        return COMMENT.matcher(sql).replaceAll("");
    }
}
