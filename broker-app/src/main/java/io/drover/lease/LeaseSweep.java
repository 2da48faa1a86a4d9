package io.drover.lease;

import io.drover.database.Clearing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes ended leases in small steps. To be run now and then, by every instance. */
public final class LeaseSweep implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseSweep.class);

    private final LeaseDao leases;
    private final Clearing clearing = new Clearing();

    public LeaseSweep(LeaseDao leases) {
        this.leases = leases;
    }

    /** Never throws: what could not be removed waits for the next run. */
    @Override
    public void run() {
        try {
            clearing.run(leases::sweep);
        } catch (RuntimeException e) {
            LOG.warn("Ended leases could not be removed: {}", e.getClass().getSimpleName());
            LOG.debug("The failure", e);
        }
    }
}
