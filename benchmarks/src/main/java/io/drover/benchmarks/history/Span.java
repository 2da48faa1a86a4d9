package io.drover.benchmarks.history;

/**
 * A time in which something took place, at a moment that nobody knows. Nanoseconds of one monotonic clock.
 *
 * @param start when it was asked for
 * @param end when it was answered; for what got no answer, when it can no longer happen
 */
public record Span(long start, long end) {

    /** Refuses an end before the start. */
    public Span {
        if (end < start) {
            throw new IllegalArgumentException("a span ends before it starts: " + start + ", " + end);
        }
    }

    boolean isBefore(Span other) {
        return end < other.start;
    }

    /** Whether they have a moment in common. */
    public boolean overlaps(long from, long until) {
        return start <= until && end >= from;
    }

    /** The same with an end that is so much later. */
    Span longer(long nanos) {
        return new Span(start, end > Long.MAX_VALUE - nanos ? Long.MAX_VALUE : end + nanos);
    }
}
