package io.drover.gateway;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes connections for closed whose gateway has gone silent. To be run now and then, by every instance; not before the
 * gateways had the time to speak to a broker that has just started. After it could not be done it waits as long, from
 * when the database can be asked again: no gateway was heard before. Run by one thread at a time.
 */
public final class ConnectionSweep implements Runnable {

    private final Runnable sweep;
    private final Duration silence;
    private final LongSupplier nanos;
    private final Runnable ask;
    private boolean failed;
    private final AtomicReference<@Nullable Moment> heardSince = new AtomicReference<>();

    private record Moment(long nanos) {}

    /**
     * A sweep that was not run yet.
     *
     * @param ask asks the database something that costs little, before each sweep; may call {@link #waitForGateways()}
     * @param sweep takes silent connections for closed
     * @param silence in which every gateway that is there speaks
     * @param nanos for example {@link System#nanoTime}
     */
    public ConnectionSweep(Runnable ask, Runnable sweep, Duration silence, LongSupplier nanos) {
        this.ask = ask;
        this.sweep = sweep;
        this.silence = silence;
        this.nanos = nanos;
    }

    /** Nobody was heard until now, for whatever reason: gateways are given the time to speak again. Returns at once. */
    public void waitForGateways() {
        heardSince.set(new Moment(nanos.getAsLong()));
    }

    @Override
    public void run() {
        boolean failedBefore = failed;
        failed = true;
        ask.run();
        if (failedBefore) {
            waitForGateways();
        }
        Moment heard = heardSince.get();
        if (heard == null || nanos.getAsLong() - heard.nanos() >= silence.toNanos()) {
            sweep.run();
            heardSince.compareAndSet(heard, null);
        }
        failed = false;
    }
}
