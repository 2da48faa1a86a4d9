package io.drover.control;

import java.util.List;

/** What came of a change that was asked for. */
public sealed interface Change<T> {

    /** Made, and durable. */
    record Done<T>(T value) implements Change<T> {}

    /** Not made; nothing was written. */
    record Refused<T>(Refusal refusal) implements Change<T> {}

    static <T> Change<T> done(T value) {
        return new Done<>(value);
    }

    static <T> Change<T> refused(Refusal refusal) {
        return new Refused<>(refusal);
    }

    static <T> Change<T> invalid(List<Violation> violations) {
        return new Refused<>(new Refusal.Invalid(violations));
    }
}
