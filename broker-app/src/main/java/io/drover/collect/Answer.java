package io.drover.collect;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What came of asking an exporter. */
sealed interface Answer {

    /** How long it took. */
    Duration took();

    /**
     * It answered.
     *
     * @param text its text
     * @param date when, by its own clock; null when it did not say
     */
    record Text(String text, @Nullable Instant date, Duration took) implements Answer {}

    /** It did not, or not as it should. */
    record None(ScrapeOutcome outcome, String reason, Duration took) implements Answer {}
}
