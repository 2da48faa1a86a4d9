package io.drover.benchmarks.load;

import io.drover.benchmarks.load.Wire.Line;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Agents that report, every one after the same time. */
final class Reports implements AutoCloseable {

    private static final int CONNECTIONS = 16;
    private static final int OK = 200;

    private final Wire wire;
    private final List<Machine> machines;
    private final Function<Machine, Collection<String>> sessions;
    private final Random random = new Random(7);
    private final List<Line> lines;
    private final AtomicLong failed = new AtomicLong();
    private long next;
    private volatile boolean stopped;

    Reports(Wire wire, List<Machine> machines) throws InterruptedException {
        this(wire, machines, Machine::usual);
    }

    /** @param sessions who is on a machine; asked on the wire's thread */
    Reports(Wire wire, List<Machine> machines, Function<Machine, Collection<String>> sessions)
            throws InterruptedException {
        this.wire = wire;
        this.sessions = sessions;
        this.machines = List.copyOf(machines);
        this.lines = wire.open(CONNECTIONS);
    }

    /** Every machine once, as fast as it goes. */
    void once() throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        for (Line line : lines) {
            wire.loop().execute(() -> reportNext(line, done));
        }
        done.get();
    }

    private void reportNext(Line line, CompletableFuture<Void> done) {
        if (next < machines.size()) {
            report(line, () -> reportNext(line, done));
            if (failed.get() > 0) {
                done.completeExceptionally(new IOException("heartbeats are not answered with 200"));
            }
        } else {
            done.complete(null);
        }
    }

    /** From now on, each machine once in so many seconds, evenly. */
    void every(int seconds) {
        long pause = TimeUnit.SECONDS.toNanos(seconds) * lines.size() / machines.size();
        for (Line line : lines) {
            wire.loop().execute(() -> keepReporting(line, pause, System.nanoTime()));
        }
    }

    /** One that is late is followed sooner: the rate holds as long as the broker keeps up. */
    private void keepReporting(Line line, long pause, long due) {
        if (stopped) {
            return;
        }
        report(line, () -> {
            long wait = Math.max(0, due + pause - System.nanoTime());
            var unused =
                    wire.loop().schedule(() -> keepReporting(line, pause, due + pause), wait, TimeUnit.NANOSECONDS);
        });
    }

    private void report(Line line, Runnable then) {
        Machine machine = machines.get((int) (next++ % machines.size()));
        line.send(machine.heartbeatRequest(random.nextInt(100), sessions.apply(machine)), status -> {
            if (status != OK) {
                failed.incrementAndGet();
            }
            if (status != Wire.BROKEN) {
                then.run();
            }
        });
    }

    long failed() {
        return failed.get();
    }

    @Override
    public void close() {
        stopped = true;
    }
}
