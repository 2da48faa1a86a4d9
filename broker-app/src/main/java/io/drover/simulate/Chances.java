package io.drover.simulate;

import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Streams of chance that depend on a seed and on what they are for alone, so that one more draw in one place changes
 * nothing in another, and all policies meet the same users.
 */
final class Chances {

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private Chances() {}

    /** A stream whose numbers are the same on every machine. */
    static RandomGenerator of(long seed, String purpose) {
        return new Random(mixed(mixed(seed) + purpose.hashCode()));
    }

    /** Seeds that lie close together give streams that have nothing in common: the finisher of SplitMix64. */
    private static long mixed(long seed) {
        long z = seed + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
