package io.drover.control;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list, newest first.
 *
 * @param next where the next part begins, null when there is none
 */
public record Page<T>(List<T> items, @Nullable String next) {

    public Page {
        items = List.copyOf(items);
    }

    /** The page that was asked for, of rows that were read one beyond its limit. */
    public static <R, T> Page<T> of(
            PageRequest request, List<R> rows, Function<R, T> item, Function<R, Cursor> cursor) {
        boolean more = rows.size() > request.limit();
        List<R> shown = more ? rows.subList(0, request.limit()) : rows;
        String next = more ? cursor.apply(shown.get(shown.size() - 1)).text() : null;
        return new Page<>(shown.stream().map(item).toList(), next);
    }
}
