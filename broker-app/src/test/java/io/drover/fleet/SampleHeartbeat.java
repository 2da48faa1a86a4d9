package io.drover.fleet;

import java.time.Instant;
import java.util.List;

/** What the healthy agent {@code a1} says of its sessions; each number a second after the one before. */
final class SampleHeartbeat {

    /** When number 0 would have been received. */
    static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private SampleHeartbeat() {}

    static Heartbeat of(long seq, Session... sessions) {
        return new Heartbeat(
                "a1",
                "boot",
                seq,
                START.plusSeconds(seq),
                90,
                1.0,
                1.0,
                true,
                null,
                List.of(sessions),
                List.of(),
                null);
    }
}
