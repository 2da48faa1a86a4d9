package io.drover.scenario.coverage;

import io.drover.policy.lint.RuleMutation;
import io.drover.scenario.Position;
import org.jspecify.annotations.Nullable;

/**
 * What came of one mistake in the rules.
 *
 * @param mutation the mistake
 * @param fate what came of it
 * @param noticedBy the first scenario found that fails with it, null when none does
 */
public record Mutant(
        RuleMutation mutation, Fate fate, @Nullable Position noticedBy) {

    /** What can come of a mistake. */
    public enum Fate {
        /** A scenario fails. */
        NOTICED,
        /** Every scenario passes. */
        UNNOTICED,
        /** The rules do not compile with it, so that nobody could make it. */
        BROKEN
    }
}
