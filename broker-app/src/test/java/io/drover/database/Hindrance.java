package io.drover.database;

import io.drover.database.Tables.Kind;
import io.drover.database.Tables.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a migration did to tables that were there before it, and that an older build would notice which works on them at
 * the same time.
 *
 * @param what the part of the tables
 * @param breaks whether the older build would fail or misread, which a raised floor excuses; otherwise everybody waits
 * @param why in words
 */
record Hindrance(String what, boolean breaks, String why) {

    private static final Pattern REFERRED = Pattern.compile("REFERENCES (\\w+)\\(");

    /** Everything that hinders, in the order of its names. */
    static List<Hindrance> between(Tables before, Tables after, String sql) {
        List<Hindrance> all = new ArrayList<>();
        for (Part part : before.where(part -> true)) {
            Part now = after.like(part);
            if (now == null) {
                lost(part, after).ifPresent(why -> all.add(new Hindrance(part.title(), true, why)));
            } else if (!now.definition().equals(part.definition())) {
                all.add(changed(now));
            }
        }
        for (Part part : after.where(part -> before.like(part) == null)) {
            added(part, before, after).ifPresent(why -> all.add(new Hindrance(part.title(), true, why)));
            blocks(part, before, sql).ifPresent(why -> all.add(new Hindrance(part.title(), false, why)));
        }
        return all;
    }

    @Override
    public String toString() {
        return what + ": " + why;
    }

    private static Optional<String> lost(Part part, Tables after) {
        boolean withItsTable =
                part.kind() != Kind.TABLE && !part.table().isEmpty() && !after.has(Kind.TABLE, part.table());
        boolean withItsColumn =
                (part.kind() == Kind.NOT_NULL || part.kind() == Kind.DEFAULT) && !after.has(Kind.COLUMN, part.name());
        if (withItsTable || withItsColumn) {
            return Optional.empty();
        }
        return switch (part.kind()) {
            case INDEX, ROWS -> Optional.empty();
            case NOT_NULL, CONSTRAINT ->
                Optional.of("gone; older builds may read what it kept out, or need it for ON CONFLICT");
            case UNIQUE_INDEX -> Optional.of("gone; older builds may need it for ON CONFLICT");
            case DEFAULT -> Optional.of("gone; older builds leave the column out");
            case TABLE, COLUMN, TRIGGER, RULE, FUNCTION, TYPE -> Optional.of("gone; older builds use it");
        };
    }

    private static Hindrance changed(Part now) {
        return now.kind() == Kind.ROWS
                ? new Hindrance(
                        now.title(), false, "written anew as a whole, or emptied, while nobody can read the table")
                : new Hindrance(now.title(), true, "another one under the same name; older builds know the one before");
    }

    private static Optional<String> added(Part part, Tables before, Tables after) {
        if (part.kind() == Kind.FUNCTION) {
            return before.where(other -> mayBeMeant(other, part)).isEmpty()
                    ? Optional.empty()
                    : Optional.of("a second one of this name; calls of older builds may fit both");
        }
        if (!before.has(Kind.TABLE, part.table())) {
            return keepsRows(part, before)
                    ? Optional.of("keeps older builds from deleting what it refers to; say ON DELETE")
                    : Optional.empty();
        }
        return switch (part.kind()) {
            case COLUMN ->
                after.has(Kind.NOT_NULL, part.name()) && !hasValue(part, after)
                        ? Optional.of("older builds leave it out, and it has no default")
                        : Optional.empty();
            case NOT_NULL ->
                before.has(Kind.COLUMN, part.name()) ? Optional.of("older builds may write nulls") : Optional.empty();
            case CONSTRAINT, UNIQUE_INDEX ->
                leftAlone(part, before, after)
                        ? Optional.empty()
                        : Optional.of("older builds may write what it refuses");
            case TRIGGER, RULE -> Optional.of("happens when older builds write, who know nothing of it");
            case TABLE, ROWS, DEFAULT, INDEX, FUNCTION, TYPE -> Optional.empty();
        };
    }

    /** What keeps everybody waiting who writes to a table of before, for as long as it takes to read all its rows. */
    private static Optional<String> blocks(Part part, Tables before, String sql) {
        if (!before.has(Kind.TABLE, part.table())) {
            return Optional.empty();
        }
        return switch (part.kind()) {
            case INDEX, UNIQUE_INDEX ->
                Pattern.compile("(?i)\\bCONCURRENTLY\\s+(IF\\s+NOT\\s+EXISTS\\s+)?" + part.name() + "\\b")
                                .matcher(sql)
                                .find()
                        ? Optional.empty()
                        : Optional.of("writers wait while it is built; say CONCURRENTLY");
            case CONSTRAINT -> blocks(part, before);
            case NOT_NULL ->
                before.has(Kind.COLUMN, part.name())
                        ? Optional.of("everybody waits while all rows are checked")
                        : Optional.empty();
            case TABLE, ROWS, COLUMN, DEFAULT, TRIGGER, RULE, FUNCTION, TYPE -> Optional.empty();
        };
    }

    private static Optional<String> blocks(Part constraint, Tables before) {
        String definition = constraint.definition();
        if (definition.startsWith("CHECK") || definition.startsWith("FOREIGN")) {
            boolean nothingToCheck = definition.startsWith("FOREIGN")
                    && constraint.columns().stream().noneMatch(column -> before.has(Kind.COLUMN, column));
            return nothingToCheck || definition.endsWith("NOT VALID")
                    ? Optional.empty()
                    : Optional.of(
                            "everybody waits while all rows are checked; add it NOT VALID, and validate it in a later migration");
        }
        return Optional.of("everybody waits while its index is built; build that CONCURRENTLY, and add it USING INDEX");
    }

    /**
     * Whether a call of one function may be one of the other: they share the name, and as many arguments may be given.
     */
    private static boolean mayBeMeant(Part function, Part other) {
        return function.kind() == Kind.FUNCTION
                && function.name().split("\\(")[0].equals(other.name().split("\\(")[0])
                && (function.name().split(",").length == other.name().split(",").length
                        || (function.definition() + other.definition()).contains("DEFAULT"));
    }

    private static boolean hasValue(Part column, Tables after) {
        return after.has(Kind.DEFAULT, column.name()) || column.definition().matches(".* [ad]");
    }

    /**
     * Whether it is about new columns alone, which rows of older builds leave null; a check also when they have a
     * default.
     */
    private static boolean leftAlone(Part part, Tables before, Tables after) {
        boolean check = part.definition().startsWith("CHECK");
        return !part.columns().isEmpty()
                && part.columns().stream()
                        .allMatch(column ->
                                !before.has(Kind.COLUMN, column) && (check || !after.has(Kind.DEFAULT, column)));
    }

    /** A new table's reference to rows of a table of before, which is in the way of deleting these. */
    private static boolean keepsRows(Part part, Tables before) {
        Matcher referred = REFERRED.matcher(part.definition());
        return part.kind() == Kind.CONSTRAINT
                && referred.find()
                && before.has(Kind.TABLE, referred.group(1))
                && !part.definition().matches("(?s).*ON DELETE (CASCADE|SET).*");
    }
}
