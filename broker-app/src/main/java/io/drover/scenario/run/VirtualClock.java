package io.drover.scenario.run;

import java.time.Instant;
import java.time.InstantSource;

/** Time that stands still unless a step moves it. */
final class VirtualClock implements InstantSource {

    private Instant now;

    VirtualClock(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    void moveTo(Instant later) {
        if (later.isBefore(now)) {
            throw new IllegalArgumentException("time cannot go back from " + now + " to " + later);
        }
        now = later;
    }
}
