package io.drover.benchmarks.load;

import io.drover.benchmarks.load.Wire.Answered;
import io.drover.benchmarks.load.Wire.Line;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Gateways that place users, in two models. */
final class Placements {

    private static final int OK = 200;

    private final Wire wire;
    private final Users users;
    private final String key;
    private final Random random = new Random(11);
    private final List<Line> lines = new ArrayList<>();
    private final Placed placed;

    /** Hears of users who were placed, on the wire's thread. */
    interface Placed {
        /** Does not look at the answers, which costs time. */
        Placed IGNORED = (user, answer) -> {};

        /** @param user as {@link Users} names them */
        void placed(String user, String answer);
    }

    /** @param key the gateways' */
    Placements(Wire wire, Users users, String key) {
        this(wire, users, key, Placed.IGNORED);
    }

    Placements(Wire wire, Users users, String key, Placed placed) {
        this.placed = placed;
        this.wire = wire;
        this.users = users;
        this.key = key;
    }

    /** Each client asks for the next user when it has its answer: as fast as it goes. */
    Sample closed(int clients, Duration time) throws Exception {
        List<Line> free = lines(clients);
        return measured(time, run -> free.forEach(run::goOn));
    }

    /**
     * Users come at their own times, however slow the broker is, and wait for a free connection; each one's time counts
     * from when it came, so a stall counts for all whom it made wait.
     *
     * @param clients connections
     * @param rate users a second, at random times
     */
    Sample open(int clients, double rate, Duration time) throws Exception {
        List<Line> free = lines(clients);
        return measured(time, run -> run.arrive(free, rate));
    }

    private Sample measured(Duration time, Consumer<Run> start) throws Exception {
        CompletableFuture<Sample> done = new CompletableFuture<>();
        wire.loop().execute(() -> start.accept(new Run(time, done)));
        return done.get();
    }

    /** Connections are made before and not while something is measured. */
    private List<Line> lines(int count) throws InterruptedException {
        if (lines.size() < count) {
            lines.addAll(wire.open(count - lines.size()));
        }
        return List.copyOf(lines.subList(0, count));
    }

    private void place(Line line, Answered answered) {
        String user = users.next();
        byte[] request = Machine.request(
                "/api/v1/broker/resolve", "", key, "{\"username\": \"" + user + "\", \"farm_id\": \"office\"}");
        if (placed == Placed.IGNORED) {
            line.send(request, answered);
        } else {
            line.ask(request, (status, answer) -> {
                if (status == OK) {
                    placed.placed(user, answer);
                }
                answered.answered(status);
            });
        }
    }

    /** One measurement, on the wire's thread, from when it is made. */
    private final class Run {
        private final long begin = System.nanoTime();
        private final long end;
        private final Histogram micros = Sample.newHistogram();
        private final ArrayDeque<Long> waiting = new ArrayDeque<>();
        private final ArrayDeque<Line> free = new ArrayDeque<>();
        private final CompletableFuture<Sample> done;
        private long failed;
        private long underWay;
        private double due;

        Run(Duration time, CompletableFuture<Sample> done) {
            end = begin + time.toNanos();
            this.done = done;
        }

        void goOn(Line line) {
            long now = System.nanoTime();
            if (now < end) {
                ask(line, now, () -> goOn(line));
            } else {
                finishIf(underWay == 0);
            }
        }

        void arrive(List<Line> lines, double rate) {
            free.addAll(lines);
            due = System.nanoTime();
            arrive(TimeUnit.SECONDS.toNanos(1) / rate);
        }

        private void arrive(double meanPause) {
            long now = System.nanoTime();
            while (due <= now && due < end) {
                waiting.add((long) due);
                due -= Math.log(1 - random.nextDouble()) * meanPause;
            }
            serve();
            if (due < end) {
                var unused = wire.loop()
                        .schedule(() -> arrive(meanPause), Math.max(0, (long) due - now), TimeUnit.NANOSECONDS);
            }
        }

        private void serve() {
            while (!waiting.isEmpty() && !free.isEmpty()) {
                Line line = free.remove();
                ask(line, waiting.remove(), () -> {
                    free.add(line);
                    serve();
                });
            }
            finishIf(underWay == 0 && waiting.isEmpty() && due >= end);
        }

        private void ask(Line line, long since, Runnable next) {
            underWay++;
            place(line, status -> {
                underWay--;
                if (status == OK) {
                    micros.recordValue((System.nanoTime() - since) / 1_000);
                } else {
                    failed++;
                }
                if (status == Wire.BROKEN) {
                    done.completeExceptionally(new IOException("the broker closed a connection"));
                } else {
                    next.run();
                }
            });
        }

        private void finishIf(boolean over) {
            if (over && !done.isDone()) {
                done.complete(new Sample(micros, (System.nanoTime() - begin) / 1e9, failed));
            }
        }
    }
}
