package io.drover.audit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code audit} of {@code config.yml}.
 *
 * @param keepDays how many whole days of the audit are kept at least; 1 to 3,650
 */
public record AuditConfig(int keepDays) {

    private static final int MOST_DAYS = 3_650;

    /** Refuses what is out of range. */
    public AuditConfig {
        if (keepDays < 1 || keepDays > MOST_DAYS) {
            throw new IllegalArgumentException("audit.keep_days must be 1 to " + MOST_DAYS + ", not " + keepDays);
        }
    }

    /** What holds when nothing is set. */
    public static AuditConfig defaults() {
        return of(null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static AuditConfig of(@JsonProperty("keep_days") @Nullable Integer keepDays) {
        return new AuditConfig(keepDays == null ? 365 : keepDays);
    }
}
