package io.drover.control;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list is wanted.
 *
 * @param limit most items, 1 to {@link #MOST}
 * @param after where the part before it ended
 */
public record PageRequest(int limit, Cursor after) {

    public static final int USUAL = 100;
    public static final int MOST = 1000;

    public PageRequest {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST + ", not " + limit);
        }
    }

    /** The first page of the usual size. */
    public static PageRequest first() {
        return new PageRequest(USUAL, Cursor.START);
    }

    /**
     * What a client asked for; null stands for the usual.
     *
     * @param violations takes what is wrong with it; the usual is answered then
     */
    public static PageRequest of(@Nullable Integer limit, @Nullable String cursor, Violations violations) {
        int most = limit == null ? USUAL : limit;
        if (most < 1 || most > MOST) {
            violations.add("limit", "must be 1 to " + MOST);
            most = USUAL;
        }
        Cursor after = cursor == null ? Cursor.START : Cursor.of(cursor).orElse(null);
        if (after == null) {
            violations.add("cursor", "is not one that a page named as its next");
            after = Cursor.START;
        }
        return new PageRequest(most, after);
    }
}
