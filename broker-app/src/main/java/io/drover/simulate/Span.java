package io.drover.simulate;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long something takes: each time anything between two limits, all equally likely.
 *
 * @param from the shortest, not negative
 * @param to the longest, not below the shortest
 */
public record Span(Duration from, Duration to) {

    /** Always the same. */
    public static Span of(Duration time) {
        return new Span(time, time);
    }

    /** One such time. */
    Duration draw(RandomGenerator chance) {
        return from.plusNanos((long) (chance.nextDouble() * to.minus(from).toNanos()));
    }
}
