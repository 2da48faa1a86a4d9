package io.drover.lease;

import java.time.Duration;

/**
 * Limits of a {@link LeaseWriter}.
 *
 * @param batch most rows in one statement
 * @param queue most callers that wait; the next one fails at once
 * @param maxWait how long a caller waits
 * @param statementTimeout how long PostgreSQL works on one batch
 * @param socketTimeout how long the writer waits for a word from PostgreSQL
 */
public record LeaseWriterSettings(
        int batch, int queue, Duration maxWait, Duration statementTimeout, Duration socketTimeout) {

    /** 128 rows, 10,000 callers, 3 s, 3 s, 5 s. */
    public static LeaseWriterSettings defaults() {
        return new LeaseWriterSettings(
                128, 10_000, Duration.ofSeconds(3), Duration.ofSeconds(3), Duration.ofSeconds(5));
    }
}
