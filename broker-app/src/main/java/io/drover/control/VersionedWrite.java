package io.drover.control;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads, and writes on condition that nobody wrote in between. Without an expected version it tries again when somebody
 * did; the database decides who was first.
 */
public record VersionedWrite<T>(Subject subject, String id, Supplier<Optional<T>> read, ToLongFunction<T> version) {

    private static final int ATTEMPTS = 10;

    /**
     * Makes the change.
     *
     * @param expected the version that the caller saw, null when any will do
     * @param attempt writes upon what was read; empty when the row is not as it was read any more
     */
    public <R> Change<R> run(@Nullable Long expected, Function<T, Optional<Change<R>>> attempt) {
        long last = 0;
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<T> current = read.get();
            if (current.isEmpty()) {
                return Change.refused(new Refusal.NotFound(subject, id));
            }
            last = version.applyAsLong(current.get());
            if (expected != null && expected != last) {
                break;
            }
            Optional<Change<R>> result = attempt.apply(current.get());
            if (result.isPresent()) {
                return result.get();
            }
        }
        return Change.refused(new Refusal.StaleVersion(subject, id, last));
    }
}
