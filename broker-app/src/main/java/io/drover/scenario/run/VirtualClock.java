package io.drover.scenario.run;

import java.time.Instant;
import java.time.InstantSource;

/** Time that stands still unless its owner moves it. For one thread. */
public final class VirtualClock implements InstantSource {

    private Instant now;

    public VirtualClock(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    /**
     * Lets time go on.
     *
     * @throws IllegalArgumentException when that is in the past
     */
    public void moveTo(Instant later) {
        if (later.isBefore(now)) {
            throw new IllegalArgumentException("time cannot go back from " + now + " to " + later);
        }
        now = later;
    }
}
