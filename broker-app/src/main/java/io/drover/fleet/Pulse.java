package io.drover.fleet;

import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that this process stood still: suspended, starved, or its machine moved. What it knew of the fleet is as old
 * as the standstill was long then, and must be read anew before it decides. Safe for use by many threads.
 */
public final class Pulse implements Managed {

    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    private static final Duration BEAT = Duration.ofMillis(250);

    /** Heartbeats of others are heard within half a second; a long pause of the collector is shorter. */
    private static final Duration STANDSTILL = Duration.ofSeconds(3);

    private final LongSupplier nanos;
    private final Consumer<Duration> stoodStill;
    private final Runnable watch;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "pulse");
    private final AtomicLong last;

    /**
     * A pulse that does not beat yet.
     *
     * @param nanos for example {@link System#nanoTime}
     * @param stoodStill is told after each standstill how long it was; must not block
     * @param watch is run four times a second; must not block
     */
    public Pulse(LongSupplier nanos, Consumer<Duration> stoodStill, Runnable watch) {
        this.nanos = nanos;
        this.stoodStill = stoodStill;
        this.watch = watch;
        last = new AtomicLong(nanos.getAsLong());
        thread.setDaemon(true);
    }

    @Override
    public void start() {
        last.set(nanos.getAsLong());
        thread.start();
    }

    @Override
    public void stop() {
        stopped.countDown();
    }

    private void run() {
        try {
            while (!stopped.await(BEAT.toMillis(), TimeUnit.MILLISECONDS)) {
                goOn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void goOn() {
        try {
            beat();
            watch.run();
        } catch (RuntimeException | Error e) {
            LOG.error("What follows from a standstill failed, the next beat comes all the same", e);
        }
    }

    /** One beat. To be called before a request is looked at as well: it must not be answered by what is old. */
    public void beat() {
        long now = nanos.getAsLong();
        Duration since = Duration.ofNanos(now - last.getAndSet(now));
        if (since.compareTo(STANDSTILL) > 0) {
            LOG.warn("The broker stood still for {} s: the fleet is read anew", since.toSeconds());
            stoodStill.accept(since);
        }
    }
}
