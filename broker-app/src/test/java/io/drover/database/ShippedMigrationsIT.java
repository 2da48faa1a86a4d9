package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rule of docs/adr/0012: a migration that takes away what an older build uses says which build runs on the rest.
 */
class ShippedMigrationsIT {

    private static final int FIRST_UNDER_THE_RULE = 10;
    private static final Pattern COMMENT = Pattern.compile("--[^\n]*");
    private static final Pattern FUNCTION =
            Pattern.compile("(?is)\\bCREATE\\s+(OR\\s+REPLACE\\s+)?FUNCTION\\b[^$]*(\\$\\w*\\$).*?\\2");
    private static final Pattern TAKES_AWAY = Pattern.compile(
            "(?i)\\bDROP\\s+(TABLE|COLUMN|FUNCTION|VIEW|TYPE|SEQUENCE|SCHEMA|TRIGGER)\\b|\\bRENAME\\b|\\bTRUNCATE\\b"
                    + "|\\bALTER\\s+(COLUMN\\s+)?\\w+\\s+(SET\\s+DATA\\s+)?TYPE\\b|\\bSET\\s+NOT\\s+NULL\\b"
                    + "|\\bADD\\s+(COLUMN\\s+)?(?!CONSTRAINT)\\w+\\s+(?:(?!DEFAULT)[^,;])*NOT\\s+NULL\\s*(?!\\s*DEFAULT)[,;]");
    private static final Pattern FLOOR =
            Pattern.compile("(?i)\\bUPDATE\\s+schema_floor\\s+SET\\s+oldest_build\\s*=\\s*(\\d+)\\s*;");

    private record File(int version, String name, String sql) {

        static File of(Path path) throws IOException {
            String name = path.getFileName().toString();
            int version = Integer.parseInt(name.substring(1, name.indexOf("__")));
            return new File(
                    version, name, COMMENT.matcher(Files.readString(path)).replaceAll(""));
        }
    }

    @Test
    void whatTakesAwayRaisesTheFloor() throws IOException {
        for (File file : files()) {
            Matcher floor = FLOOR.matcher(file.sql());
            if (floor.find()) {
                assertThat(Integer.parseInt(floor.group(1)))
                        .as(file.name())
                        .isBetween(FIRST_UNDER_THE_RULE - 1, file.version());
            } else if (file.version() >= FIRST_UNDER_THE_RULE) {
                assertThat(takesAway(file.sql())).as(file.name()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE farm;",
                "ALTER TABLE farm DROP COLUMN name;",
                "ALTER TABLE farm RENAME TO farms;",
                "ALTER TABLE farm ALTER COLUMN name TYPE bytea;",
                "ALTER TABLE farm ALTER name SET NOT NULL;",
                "ALTER TABLE farm ADD COLUMN colour text NOT NULL;",
                "drop function grant_leases;",
                "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $f$ SELECT 1 $f$; DROP TABLE farm;",
                "DO $f$ BEGIN DROP TABLE farm; END $f$;",
            })
    void theseTakeAway(String sql) {
        assertThat(takesAway(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE colour (name text NOT NULL);",
                "ALTER TABLE farm ADD COLUMN colour text;",
                "ALTER TABLE farm ADD COLUMN colour text NOT NULL DEFAULT '';",
                "ALTER TABLE farm ADD COLUMN colour text DEFAULT '' NOT NULL;",
                "ALTER TABLE farm ADD CONSTRAINT colourful CHECK (colour IS NOT NULL);",
                "CREATE OR REPLACE FUNCTION colour() RETURNS int LANGUAGE sql AS $f$ SELECT 1 $f$;",
                "DROP INDEX farm_by_colour;",
                "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN DROP TABLE past; END $f$;",
            })
    void theseOnlyAdd(String sql) {
        assertThat(takesAway(sql)).isFalse();
    }

    /** What a function does when it is called takes nothing away from builds. */
    private static boolean takesAway(String sql) {
        return TAKES_AWAY.matcher(FUNCTION.matcher(sql).replaceAll("")).find();
    }

    private static List<File> files() throws IOException {
        List<File> all = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(Path.of("../migrations"), "V*.sql")) {
            for (Path path : paths) {
                all.add(File.of(path));
            }
        }
        all.sort(Comparator.comparing(File::version));
        assertThat(all).isNotEmpty();
        return all;
    }
}
