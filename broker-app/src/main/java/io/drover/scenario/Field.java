package io.drover.scenario;

import org.jspecify.annotations.Nullable;

/**
 * A value that a file may leave out: what is absent stays as it was, what is written as {@code null} becomes unknown.
 *
 * @param <T> the type of a known value
 */
public sealed interface Field<T> {

    /** Left out. */
    record Absent<T>() implements Field<T> {}

    /** Written as {@code null}. */
    record Unknown<T>() implements Field<T> {}

    /** Written with a value. */
    record Known<T>(T value) implements Field<T> {}

    /** A field that is left out. */
    static <T> Field<T> absent() {
        return new Absent<>();
    }

    /** A field written as {@code null}. */
    static <T> Field<T> unknown() {
        return new Unknown<>();
    }

    /** A field with a value. */
    static <T> Field<T> of(T value) {
        return new Known<>(value);
    }

    /** Whether the file says anything about it, also {@code null}. */
    default boolean isPresent() {
        return !(this instanceof Absent);
    }

    /** This field where it says anything, else the earlier one. */
    default Field<T> over(Field<T> earlier) {
        return isPresent() ? this : earlier;
    }

    /** The value; the default when absent or unknown. */
    default T orElse(T byDefault) {
        return this instanceof Known<T> known ? known.value() : byDefault;
    }

    /** The value; null when absent or unknown. */
    default @Nullable T orNull() {
        return this instanceof Known<T> known ? known.value() : null;
    }
}
