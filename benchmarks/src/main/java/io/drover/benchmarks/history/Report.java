package io.drover.benchmarks.history;

/**
 * A gateway told what became of a placement, again and again until it was heard.
 *
 * @param span from the first report to the acknowledgement
 * @param acknowledged false when it never was: it may have been heard or not
 */
public record Report(Span span, String person, String host, Kind kind, boolean acknowledged) {

    /** What became of it. */
    public enum Kind {
        OPENED,
        CLOSED,
        FAILED
    }

    boolean ends() {
        return kind != Kind.OPENED;
    }
}
