package io.drover.benchmarks.faults;

import java.util.concurrent.TimeUnit;

/** Waiting in the threads of a run. */
final class Pause {

    private Pause() {}

    /** Waits; when the thread is interrupted, it goes on with its interrupt set. */
    static void millis(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(Math.max(0, millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
