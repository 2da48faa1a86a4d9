package io.drover.benchmarks.history;

/**
 * An operator changed what a host takes. The changes of a host follow one another.
 *
 * @param span from the first request to the acknowledgement
 * @param acknowledged false when it never was: the mode may be the old or the new one
 */
public record ModeChange(Span span, String host, Mode mode, boolean acknowledged) {

    /** What a host takes. */
    public enum Mode {
        ONLINE,
        DRAIN,
        MAINTENANCE
    }
}
