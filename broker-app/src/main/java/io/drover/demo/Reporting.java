package io.drover.demo;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets every host report now and then, as agents do, until it is stopped. */
final class Reporting {

    private static final Logger LOG = LoggerFactory.getLogger(Reporting.class);
    private static final int EVERY_SECONDS = 5;

    private final ScheduledExecutorService timer;

    private Reporting(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    static Reporting start(DemoFleet fleet) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "demo-agents");
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleWithFixedDelay(() -> report(fleet), EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
        return new Reporting(timer);
    }

    private static void report(DemoFleet fleet) {
        try {
            fleet.reportAll();
        } catch (DemoException e) {
            LOG.warn("A host could not report: {}", e.getMessage());
        }
    }

    /** Returns when no host reports any more. */
    void stop() throws InterruptedException {
        timer.shutdown();
        while (!timer.awaitTermination(EVERY_SECONDS, TimeUnit.SECONDS)) {
            LOG.warn("Waiting for the hosts' last reports");
        }
    }
}
