package io.drover.simulate;

import io.drover.scenario.Position;

/**
 * What a figure of the rules may be at most, for every seed.
 *
 * @param position where it is written
 * @param figure what is measured
 * @param most the largest value that is good
 */
public record Goal(Position position, Figure figure, double most) {

    /** Whether a run reaches it; where nobody was placed only a goal of refusals can be reached. */
    public boolean isReachedBy(RunResult run) {
        return figure.of(run) <= most && saysSomethingOf(run);
    }

    /** Whether its figure tells anything of a run: what nobody was sent to is evenly filled. */
    boolean saysSomethingOf(RunResult run) {
        return figure == Figure.REFUSED || run.placedAnybody();
    }
}
