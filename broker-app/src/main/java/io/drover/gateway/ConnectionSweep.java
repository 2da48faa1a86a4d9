package io.drover.gateway;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes connections for closed whose gateway has gone silent. To be run now and then, by every instance; not before the
 * gateways had the time to speak to a broker that has just started. After it could not be done it waits as long: no
 * gateway was heard then.
 */
public final class ConnectionSweep implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionSweep.class);

    private final Runnable sweep;
    private final Duration silence;
    private final LongSupplier nanos;
    private @Nullable Long failedAt;

    /**
     * A sweep that was not run yet.
     *
     * @param sweep takes silent connections for closed
     * @param silence in which every gateway that is there speaks
     * @param nanos for example {@link System#nanoTime}
     */
    public ConnectionSweep(Runnable sweep, Duration silence, LongSupplier nanos) {
        this.sweep = sweep;
        this.silence = silence;
        this.nanos = nanos;
    }

    /** Never throws: what could not be done waits for the next run. */
    @Override
    public void run() {
        if (failedAt != null && nanos.getAsLong() - failedAt < silence.toNanos()) {
            return;
        }
        try {
            sweep.run();
            failedAt = null;
        } catch (RuntimeException e) {
            failedAt = nanos.getAsLong();
            LOG.warn("Silent connections could not be closed: {}", e.getClass().getSimpleName());
            LOG.debug("The failure", e);
        }
    }
}
