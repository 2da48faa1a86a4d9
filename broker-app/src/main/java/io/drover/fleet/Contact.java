package io.drover.fleet;

import java.time.Instant;

/**
 * Is told whether this instance hears what hosts report to the others. What it has not heard of meanwhile may have been
 * reported all the same. Safe for use by many threads.
 */
public interface Contact {

    /**
     * The fleet is about to be read for the first time. What hosts report to the others from the newest report on that
     * is read then may not be in it.
     */
    void begins();

    /** Nothing was heard from then on. */
    void lost(Instant since);

    /** All that was reported to the others meanwhile has been read. */
    void regained();
}
