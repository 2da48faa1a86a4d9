package io.drover.health;

import java.util.Optional;

/**
 * One thing without which the broker cannot place anybody. Asked by a public path, at most about once a second, so it
 * is to answer fast from what is known, and to name no host, path or statement. Safe for use by many threads.
 */
public interface ReadinessCheck {

    /** One word: {@code database}, {@code policy}, {@code fleet}. */
    String name();

    /** What is wrong, in a few words for an operator; empty when all is well. */
    Optional<String> problem();

    /** What an operator should know although users are placed; empty when there is nothing. Asked after the problem. */
    default Optional<String> note() {
        return Optional.empty();
    }
}
