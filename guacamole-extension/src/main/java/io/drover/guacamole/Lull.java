package io.drover.guacamole;

import java.util.concurrent.TimeUnit;

/**
 * When to leave the broker alone: after some failures in a row, longer after each further one, at most ten seconds. A
 * success ends it. Safe for several threads.
 */
final class Lull {

    private static final long FIRST = 500;
    private static final long LONGEST = 10_000;

    private final int patience;
    private int failures;
    private long pause = FIRST;
    private long until = System.nanoTime();

    /** One that begins with so many failures in a row. */
    Lull(int patience) {
        this.patience = patience;
    }

    /** How long it still lasts; 0 when there is none. */
    synchronized long millisLeft() {
        long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        return Math.max(0, left);
    }

    synchronized void failed() {
        failures++;
        if (failures >= patience && millisLeft() == 0) {
            until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
            pause = Math.min(2 * pause, LONGEST);
        }
    }

    synchronized void succeeded() {
        failures = 0;
        pause = FIRST;
    }
}
