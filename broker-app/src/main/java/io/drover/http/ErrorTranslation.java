package io.drover.http;

import java.util.Optional;

/** Says what a client is told of a fault that a feature throws. Safe for use by many threads. */
@FunctionalInterface
public interface ErrorTranslation {

    /** The answer for this fault, or nothing when this translation does not know it. */
    Optional<ApiException> translate(Throwable fault);
}
