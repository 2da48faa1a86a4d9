package io.drover.collect;

import java.util.Locale;

/** What came of a scrape. */
public enum ScrapeOutcome {
    /** All that is needed was there. */
    OK,
    /** A collector of the exporter failed; what it showed before holds on and gets old. */
    PARTIAL,
    /** No connection, or it broke off. */
    UNREACHABLE,
    /** No whole answer in time. */
    TIMEOUT,
    /** The exporter answered that it will not. */
    REFUSED,
    /** The answer is not in the Prometheus text format, or too large. */
    UNREADABLE,
    /** There are no sessions yet that could be reported, or the report was not taken. */
    NOT_REPORTED;

    /** The word for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
