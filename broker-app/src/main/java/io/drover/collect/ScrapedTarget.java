package io.drover.collect;

import java.net.URI;
import java.time.Duration;

/**
 * How a host is scraped.
 *
 * @param url where its exporter answers
 * @param interval how often it is asked
 * @param timeout how long a whole answer may take; shorter than the interval
 * @param authorization the value of the header, empty for none
 * @param authorities PEM certificates that alone are trusted, empty for those that Java trusts
 */
record ScrapedTarget(URI url, Duration interval, Duration timeout, String authorization, String authorities) {

    /** Leaves out what nobody is to read. */
    @Override
    public String toString() {
        return "ScrapedTarget[" + url + "]";
    }
}
