package io.drover.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** Says what is going on, and how long after the start. Safe for use by many threads. */
public final class Progress {

    private final PrintWriter out;
    private final InstantSource clock;
    private final Instant start;

    /**
     * @param out where it is said
     * @param start what times are counted from
     */
    public Progress(PrintWriter out, InstantSource clock, Instant start) {
        this.out = out;
        this.clock = clock;
        this.start = start;
    }

    void say(String what) {
        out.printf(Locale.ROOT, "drover: %5.1f s  %s%n", seconds(), what);
        out.flush();
    }

    /** Since the start. */
    double seconds() {
        return Duration.between(start, clock.instant()).toMillis() / 1000.0;
    }
}
