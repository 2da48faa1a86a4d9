package io.drover.benchmarks.load;

import java.util.Locale;

/**
 * A target, and what was measured.
 *
 * @param target what is to be reached, in words
 * @param measured the figure
 * @param bound what it is held to
 * @param met whether it was reached
 */
record Verdict(String target, double measured, double bound, boolean met) {

    static Verdict atLeast(String target, double measured, double bound) {
        return new Verdict(target, measured, bound, measured >= bound);
    }

    /** A figure that is missing misses. */
    static Verdict atMost(String target, double measured, double bound) {
        return new Verdict(target, measured, bound, measured <= bound);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s: %.2f, target %.2f: %s", target, measured, bound, met ? "met" : "MISSED");
    }
}
