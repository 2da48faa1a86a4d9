package io.drover;

import io.drover.database.FaultLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that is run now and then: when it fails, the log says so in words that name nobody, and it is run again the
 * next time.
 */
final class Guarded implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Guarded.class);

    private final String what;
    private final Runnable task;

    /** @param what completes the sentence "Could not ..." */
    Guarded(String what, Runnable task) {
        this.what = what;
        this.task = task;
    }

    @Override
    public void run() {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            FaultLog.tell(LOG, "Could not " + what, e);
        }
    }
}
