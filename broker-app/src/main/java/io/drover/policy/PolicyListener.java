package io.drover.policy;

import java.time.Duration;

/** Hears how the rules change: for metrics and the audit. Called by the thread that reloads, one call at a time. */
public interface PolicyListener {

    /** Hears nothing. */
    PolicyListener NONE = new PolicyListener() {
        @Override
        public String toString() {
            return "nobody";
        }
    };

    /**
     * Other rules decide from now on.
     *
     * @param took from reading the files until the rules decided
     */
    default void installed(PolicyStatus status, Duration took) {}

    /** The files are again as those that decide; no rules changed. */
    default void mended(PolicyStatus status) {}

    /** Rules were refused; what served before serves on. */
    default void refused(PolicyStatus status) {}
}
