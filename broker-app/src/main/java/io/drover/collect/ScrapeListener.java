package io.drover.collect;

import java.time.Duration;

/** Hears what comes of scrapes. Called by many threads, and not to take long. */
public interface ScrapeListener {

    /** A scrape ended. */
    void scraped(ScrapeOutcome outcome, Duration took);

    /** How many hosts this instance scrapes now, of how many in the file, and whether the file is refused. */
    void looked(int held, int hosts, boolean refused);
}
