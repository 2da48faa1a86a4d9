package io.drover.benchmarks.faults;

import io.drover.BrokerServer;
import io.drover.benchmarks.history.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * One broker: a process, which is killed, paused and given another time of day, or one within this process, which only
 * its database can trouble.
 */
final class BrokerNode implements AutoCloseable {

    /** After this time nothing that a running broker was asked has an effect any more. */
    private static final long LONGEST_EFFECT = 10_000_000_000L;

    private record Stop(Span time, boolean killed) {}

    private final RunClock clock;
    private final boolean within;
    private final Path config;
    private final List<String> command;
    private final Map<String, String> environment;
    private final @Nullable Path time;
    private final URI address;
    private final InstantSource wall;
    private final Queue<Stop> stops = new ConcurrentLinkedQueue<>();
    private @Nullable Child process;
    private @Nullable BrokerServer server;

    /**
     * A broker that is not started yet.
     *
     * @param within whether it runs within this process
     * @param faketime the library that lets its time of day be set; null leaves it as it is
     * @param offSeconds how far its time of day is off when it starts
     */
    BrokerNode(
            RunClock clock, boolean within, Path jar, Path config, int port, @Nullable Path faketime, long offSeconds) {
        this.clock = clock;
        wall = InstantSource.offset(InstantSource.system(), Duration.ofSeconds(offSeconds));
        this.within = within;
        this.config = config;
        address = URI.create("http://127.0.0.1:" + port);
        command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar.toString(),
                "serve",
                "--config",
                config.toString());
        time = faketime == null ? null : config.resolveSibling(config.getFileName() + ".time");
        environment = faketime == null
                ? Map.of()
                : Map.of(
                        "LD_PRELOAD",
                        faketime.toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        String.valueOf(time),
                        "FAKETIME_CACHE_DURATION",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1",
                        "FAKETIME_FORCE_MONOTONIC_FIX",
                        "0"); // otherwise Java's timed waits end at once: a limit on the steady clock is taken for a
        // time of day
        stepClock(offSeconds);
    }

    URI address() {
        return address;
    }

    void start() {
        if (within) {
            try {
                server = BrokerServer.start(config, Map.of(), wall);
            } catch (Exception e) {
                throw new IllegalStateException("the broker does not start", e);
            }
            return;
        }
        process = Child.start(command, environment, config.resolveSibling(config.getFileName() + ".log"));
    }

    /** Ends it without a chance to clean up, and starts it again. */
    void killAndStart() {
        long from = clock.now();
        running().end("KILL");
        stops.add(new Stop(new Span(from, clock.now()), true));
        start();
    }

    void pause(long millis) {
        long from = clock.now();
        running().signal("STOP");
        Pause.millis(millis);
        running().signal("CONT");
        stops.add(new Stop(new Span(from, clock.now()), false));
    }

    /** Sets its time of day so many seconds off. */
    void stepClock(long seconds) {
        if (time != null) {
            try {
                Files.writeString(time, "%+d".formatted(seconds));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    boolean isAlive() {
        return within ? server != null : running().isAlive();
    }

    private Child running() {
        Child child = process;
        if (child == null) {
            throw new IllegalStateException("the broker was not started");
        }
        return child;
    }

    /** From when on a request that got no answer by the given time has no effect. */
    long settled(long asked, long givenUp) {
        long until = givenUp + LONGEST_EFFECT;
        List<Stop> known = new ArrayList<>(stops);
        for (Stop stop : known) {
            if (stop.time().overlaps(asked, until)) {
                until = stop.killed()
                        ? Math.min(until, Math.max(givenUp, stop.time().end() + LONGEST_EFFECT / 2))
                        : Math.max(until, stop.time().end() + LONGEST_EFFECT);
            }
        }
        return until;
    }

    /** Whether it ran all the time. */
    boolean goesOn(long from, long until) {
        return stops.stream().noneMatch(stop -> stop.time().overlaps(from, until));
    }

    @Override
    public void close() {
        Child child = process;
        if (child != null) {
            child.end("KILL");
        }
        BrokerServer started = server;
        if (started != null) {
            started.close();
        }
    }
}
