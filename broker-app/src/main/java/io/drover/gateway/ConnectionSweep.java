package io.drover.gateway;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes connections for closed whose gateway has gone silent. To be run now and then, by every instance; not before the
 * gateways had the time to speak to a broker that has just started.
 */
public final class ConnectionSweep implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionSweep.class);

    /** A report that comes later is about a connection that nobody remembers. */
    private static final Duration KEEP = Duration.ofHours(1);

    private final GatewayReports reports;
    private final Duration silence;

    public ConnectionSweep(GatewayReports reports, Duration silence) {
        this.reports = reports;
        this.silence = silence;
    }

    /** Never throws: what could not be done waits for the next run. */
    @Override
    public void run() {
        try {
            reports.sweep(silence, KEEP);
        } catch (RuntimeException e) {
            LOG.warn("Silent connections could not be closed: {}", e.getClass().getSimpleName());
            LOG.debug("The failure", e);
        }
    }
}
