package io.drover.control;

import io.drover.database.FaultLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows a change that is durable already: that it fails must not make the change look as if it had. */
public final class AfterCommit {

    private static final Logger log = LoggerFactory.getLogger(AfterCommit.class);

    private AfterCommit() {}

    /** Tells those who want to know; who could not be told finds out at the next reload. */
    public static void tell(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            FaultLog.tell(log, "A change was made, but not everybody could be told", e);
        }
    }
}
