package io.drover.fleet;

import java.time.Instant;

/**
 * Is told whether this instance hears what hosts report to the others. What it has not heard of meanwhile may have been
 * reported all the same. Called by one thread.
 */
public interface Contact {

    /** The fleet was read for the first time; what hosts reported to the others since then may not be in it. */
    void begins();

    /** Nothing was heard from then on. */
    void lost(Instant since);

    /** All that was reported to the others meanwhile has been read. */
    void regained();
}
