package io.drover.database;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL's catalogue says of tables, functions and all that hangs on them, to be compared before and after.
 */
record Tables(Map<String, Part> parts) {

    enum Kind {
        TABLE,
        ROWS,
        COLUMN,
        NOT_NULL,
        DEFAULT,
        CONSTRAINT,
        UNIQUE_INDEX,
        INDEX,
        TRIGGER,
        RULE,
        FUNCTION,
        TYPE;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One thing that builds may use.
     *
     * @param table where it belongs; empty for functions and types
     * @param name unique within its kind
     * @param definition the same text as long as it is the same
     * @param columns what a constraint or an index is about
     */
    record Part(Kind kind, String table, String name, String definition, List<String> columns) {

        String title() {
            return kind.word() + " " + name;
        }
    }

    private static final String CATALOGUE = """
            WITH relation AS (
              SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname !~ '^flyway_'
            ), attribute AS (
              SELECT r.relname, a.* FROM pg_attribute a JOIN relation r ON r.oid = a.attrelid AND r.relkind IN ('r', 'p', 'v', 'm', 'c')
               WHERE a.attnum > 0 AND NOT a.attisdropped
            )
            SELECT 'TABLE' AS kind, relname AS "table", relname::text AS name,
                   concat_ws(' ', relkind, relrowsecurity) AS definition, '{}'::text[] AS columns
              FROM relation WHERE relkind IN ('r', 'p', 'v', 'm', 'c', 'S')
            UNION ALL
            SELECT 'ROWS', relname, relname, relfilenode::text, '{}' FROM relation WHERE relkind IN ('r', 'm')
            UNION ALL
            SELECT 'COLUMN', relname, relname || '.' || attname,
                   concat_ws(' ', format_type(atttypid, atttypmod), attcollation, attgenerated, attidentity), '{}'
              FROM attribute
            UNION ALL
            SELECT 'NOT_NULL', relname, relname || '.' || attname, '', '{}' FROM attribute WHERE attnotnull
            UNION ALL
            SELECT 'DEFAULT', a.relname, a.relname || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid), '{}'
              FROM pg_attrdef d JOIN attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
            UNION ALL
            SELECT 'CONSTRAINT', r.relname, r.relname || '.' || c.conname, pg_get_constraintdef(c.oid),
                   ARRAY(SELECT a.relname || '.' || a.attname FROM attribute a
                          WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey))
              FROM pg_constraint c JOIN relation r ON r.oid = c.conrelid WHERE c.contype IN ('c', 'f', 'p', 'u', 'x')
            UNION ALL
            SELECT CASE WHEN i.indisunique THEN 'UNIQUE_INDEX' ELSE 'INDEX' END, r.relname, x.relname,
                   pg_get_indexdef(x.oid),
                   ARRAY(SELECT a.relname || '.' || a.attname FROM attribute a
                          WHERE a.attrelid = r.oid AND a.attnum = ANY (i.indkey))
              FROM pg_index i JOIN relation r ON r.oid = i.indrelid JOIN relation x ON x.oid = i.indexrelid
             WHERE NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = x.oid AND c.conrelid = r.oid)
            UNION ALL
            SELECT 'TRIGGER', r.relname, r.relname || '.' || t.tgname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid)), '{}'
              FROM pg_trigger t JOIN relation r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal
            UNION ALL
            SELECT 'RULE', r.relname, r.relname || '.' || w.rulename, pg_get_ruledef(w.oid), '{}'
              FROM pg_rewrite w JOIN relation r ON r.oid = w.ev_class
            UNION ALL
            SELECT 'FUNCTION', '', p.oid::regprocedure::text,
                   concat_ws(' ', p.prokind, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)), '{}'
              FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
            UNION ALL
            SELECT 'TYPE', '', t.typname,
                   concat_ws(' ', format_type(t.typbasetype, t.typtypmod), t.typnotnull,
                             (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid),
                             (SELECT string_agg(pg_get_constraintdef(c.oid), ',' ORDER BY c.oid) FROM pg_constraint c WHERE c.contypid = t.oid)),
                   '{}'
              FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('d', 'e')
            """;

    static Tables read(Handle handle) {
        Map<String, Part> parts = new LinkedHashMap<>();
        handle.createQuery(CATALOGUE)
                .map((row, context) -> new Part(
                        Kind.valueOf(row.getString("kind")),
                        row.getString("table"),
                        row.getString("name"),
                        row.getString("definition"),
                        List.of((String[]) row.getArray("columns").getArray())))
                .forEach(part -> parts.put(part.title(), part));
        return new Tables(Map.copyOf(parts));
    }

    boolean has(Kind kind, String name) {
        return parts.containsKey(kind.word() + " " + name);
    }

    @Nullable
    Part like(Part other) {
        return parts.get(other.title());
    }

    /** In the order of their titles. */
    List<Part> where(Predicate<Part> condition) {
        List<Part> found = new ArrayList<>(parts.values());
        found.removeIf(condition.negate());
        found.sort(Comparator.comparing(Part::title));
        return found;
    }
}
