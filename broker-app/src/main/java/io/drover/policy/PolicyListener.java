package io.drover.policy;

import io.drover.control.Actor;
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
     * @param before the revision that decided until now, empty at the start
     * @param took how long it took to put the compiled rules into service
     */
    default void installed(PolicyStatus status, String before, Duration took) {}

    /** The files are again as those that decide; no rules changed. */
    default void mended(PolicyStatus status) {}

    /**
     * Rules were refused; what served before serves on.
     *
     * @param who asked for them
     */
    default void refused(PolicyStatus status, Actor who) {}

    /** Both hear everything, this one first. */
    default PolicyListener and(PolicyListener other) {
        PolicyListener first = this;
        return new PolicyListener() {
            @Override
            public void installed(PolicyStatus status, String before, Duration took) {
                first.installed(status, before, took);
                other.installed(status, before, took);
            }

            @Override
            public void mended(PolicyStatus status) {
                first.mended(status);
                other.mended(status);
            }

            @Override
            public void refused(PolicyStatus status, Actor who) {
                first.refused(status, who);
                other.refused(status, who);
            }
        };
    }
}
