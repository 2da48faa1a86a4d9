package io.drover.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * What one measurement came to.
 *
 * @param micros how long each took, in µs
 * @param seconds how long the measurement took
 * @param failed how many were not answered as they should be; not in {@code micros}
 */
record Sample(Histogram micros, double seconds, long failed) {

    private static final int DIGITS = 3;
    private static final long LONGEST_MICROS = 120_000_000;

    static Histogram newHistogram() {
        return new Histogram(LONGEST_MICROS, DIGITS);
    }

    long count() {
        return micros.getTotalCount();
    }

    double rate() {
        return count() / seconds;
    }

    double millisAt(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }
}
