package io.drover.fleet;

import io.drover.database.FaultLog;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the fleet anew after this instance lost track of it, as often as it takes. Safe for use by many threads. */
public final class ViewRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(ViewRecovery.class);
    private static final long PAUSE_MILLIS = 250;

    private final FleetView view;
    private final FleetUpdater updater;
    private final ScheduledExecutorService executor;

    public ViewRecovery(FleetView view, FleetUpdater updater, ScheduledExecutorService executor) {
        this.view = view;
        this.updater = updater;
        this.executor = executor;
    }

    /** Like {@link #begin(Duration)}: what is known was right until now. */
    public void begin() {
        begin(Duration.ZERO);
    }

    /**
     * Lets nothing be decided until the fleet was read anew, and reads it. Returns at once.
     *
     * @param since so long ago what is known was right for sure
     */
    public void begin(Duration since) {
        view.distrust(since);
        executor.execute(this::read);
    }

    private void read() {
        try {
            updater.reload();
        } catch (RuntimeException | Error e) {
            FaultLog.tell(LOG, "The fleet could not be read", e);
        }
        if (!view.isTrusted() && !executor.isShutdown()) {
            var unused = executor.schedule(this::read, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
