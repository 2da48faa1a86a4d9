package io.drover.control;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field of a partial change: absent, which leaves things as they are, or present, where null clears it.
 *
 * @param present whether the change speaks of the field at all
 * @param value what it says; null when absent or cleared
 */
public record Maybe<T>(boolean present, @Nullable T value) {

    /** The change does not speak of the field. */
    public static <T> Maybe<T> absent() {
        return new Maybe<>(false, null);
    }

    /** The change sets the field. */
    public static <T> Maybe<T> of(T value) {
        return new Maybe<>(true, value);
    }

    /** The change clears the field. */
    public static <T> Maybe<T> cleared() {
        return new Maybe<>(true, null);
    }

    /** What the field is after the change. */
    public @Nullable T or(@Nullable T current) {
        return present ? value : current;
    }

    /** What the field is after the change, for one that cannot be empty: clearing it sets {@code cleared}. */
    public T or(T current, T cleared) {
        if (!present) {
            return current;
        }
        return value == null ? cleared : value;
    }

    /** The same field with another type of value. */
    public <U> Maybe<U> map(Function<T, U> mapping) {
        return new Maybe<>(present, value == null ? null : mapping.apply(value));
    }
}
