package io.drover.decision;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code decisions} of {@code config.yml}.
 *
 * @param keepDays how many whole days of decisions are kept at least; 1 to 3,650
 */
public record DecisionConfig(int keepDays) {

    private static final int MOST_DAYS = 3_650;

    /** Refuses what is out of range. */
    public DecisionConfig {
        if (keepDays < 1 || keepDays > MOST_DAYS) {
            throw new IllegalArgumentException("decisions.keep_days must be 1 to " + MOST_DAYS + ", not " + keepDays);
        }
    }

    /** What holds when nothing is set. */
    public static DecisionConfig defaults() {
        return of(null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static DecisionConfig of(@JsonProperty("keep_days") @Nullable Integer keepDays) {
        return new DecisionConfig(keepDays == null ? 30 : keepDays);
    }
}
