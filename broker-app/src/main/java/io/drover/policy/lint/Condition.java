package io.drover.policy.lint;

import org.jspecify.annotations.Nullable;

/**
 * One condition of a pattern.
 *
 * @param variable the variable that it binds, null for none
 * @param bound what the variable is bound to, null for none
 * @param test what must hold, null for a mere binding
 */
record Condition(
        @Nullable String variable,
        @Nullable Expression bound,
        @Nullable Expression test) {}
