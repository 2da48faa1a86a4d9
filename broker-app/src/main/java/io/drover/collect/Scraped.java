package io.drover.collect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came of the last scrape of a host.
 *
 * @param at when it ended, by the database's clock
 * @param outcome the word for it
 * @param reason why it is not {@code ok}, null when it is
 * @param exporterVersion the exporter's, null when it did not say
 * @param tookSeconds until the answer was there
 * @param failedCollectors needed collectors that showed nothing
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
record Scraped(
        Instant at,
        String outcome,
        @Nullable String reason,
        @Nullable String exporterVersion,
        double tookSeconds,
        List<String> failedCollectors) {

    private static final double MILLIS = 1000;

    Scraped {
        failedCollectors = List.copyOf(failedCollectors);
    }

    static Scraped none(Instant at, ScrapeOutcome outcome, String reason, Duration took) {
        return new Scraped(at, outcome.word(), reason, null, took.toMillis() / MILLIS, List.of());
    }

    static Scraped of(Instant at, ScrapeOutcome outcome, String reason, ExporterReading reading, Duration took) {
        return new Scraped(
                at,
                outcome.word(),
                reason.isEmpty() ? null : reason,
                reading.version().isEmpty() ? null : reading.version(),
                took.toMillis() / MILLIS,
                reading.failed());
    }

    ScrapeOutcome kind() {
        return ScrapeOutcome.valueOf(outcome.toUpperCase(Locale.ROOT));
    }
}
