package io.drover.benchmarks.history;

/**
 * A gateway told what became of a placement, again and again until it was heard.
 *
 * @param span from the first report to the acknowledgement
 * @param decision the placement
 * @param acknowledged false when it never was: it may have been heard or not
 * @param passedOn whether it was acknowledged by an instance that had the time to tell the others
 */
public record Report(
        Span span, String decision, String person, String host, Kind kind, boolean acknowledged, boolean passedOn) {

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
