package io.drover.benchmarks;

import io.drover.BrokerServer;
import io.drover.benchmarks.load.Fleets;
import io.drover.benchmarks.load.Machine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Placements a second over HTTP while every host reports every ten seconds, against placements alone: the whole broker
 * with its PostgreSQL, and what plays gateways and agents, in one process. Every user is new; every host reports ten
 * sessions, and its load changes each time.
 *
 * <p>Arguments: an empty folder; hosts (10000); seconds for a measurement (20); rounds (3).
 */
public final class Heartbeats {

    private static final int SECONDS_BETWEEN_REPORTS = 10;
    private static final int CONNECTIONS = 100;
    private static final int GATEWAYS = 32;
    private static final int REPORTS_UNDER_WAY = 64;
    private static final String BROKER_KEY = "gateway-of-the-benchmark-c2a9e5b8";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI broker;
    private final List<Machine> machines;
    private final AtomicInteger users = new AtomicInteger();
    private final AtomicLong failed = new AtomicLong();
    private final List<Double> ratios = new ArrayList<>();
    private final List<Double> costs = new ArrayList<>();

    private Heartbeats(URI broker, List<Machine> machines) {
        this.broker = broker;
        this.machines = machines;
    }

    /** What one measurement came to. */
    private record Rate(double placements, double p99Millis, double heartbeats, double processors) {}

    /** Prints a line for each round, and the medians. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createDirectories(Path.of(arguments[0]).toAbsolutePath());
        int hosts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
        int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 20;
        int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 3;
        List<Machine> machines = Fleets.enrol(folder, hosts, CONNECTIONS);
        try (BrokerServer server = BrokerServer.start(config(folder), Map.of())) {
            Heartbeats heartbeats = new Heartbeats(server.address(), machines);
            heartbeats.reportOnce();
            heartbeats.measure(Duration.ofSeconds(Math.min(seconds, 5)), true);
            for (int round = 0; round < rounds; round++) {
                heartbeats.compare(Duration.ofSeconds(seconds));
            }
            heartbeats.conclude();
            if (heartbeats.failed.get() > 0) {
                System.err.println(heartbeats.failed.get() + " requests were not answered with 200");
                System.exit(1);
            }
        }
    }

    private static Path config(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("config.yml"), """
                database: { folder: postgres, binaries_folder: binaries }
                policy: { folder: %s, watch: false }
                placement: { offline_after_seconds: 3600 }
                keys: { broker: [ { name: benchmark, value: %s } ] }
                server:
                  requestLog: { appenders: [] }
                  applicationConnectors: [ { type: http, port: 0, bindHost: 127.0.0.1 } ]
                  adminConnectors: [ { type: http, port: 0, bindHost: 127.0.0.1 } ]
                logging: { level: WARN, loggers: { org.drools.mvel.MVELConstraint: ERROR } }
                """.formatted(System.getProperty("drover.rules"), BROKER_KEY));
    }

    private void reportOnce() throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        report(1_000_000_000L / 2_000, () -> next.incrementAndGet() <= machines.size());
    }

    private void compare(Duration time) throws InterruptedException {
        Rate alone = measure(time, false);
        Rate beside = measure(time, true);
        double ratio = beside.placements() / alone.placements();
        double placement = alone.processors() / alone.placements();
        double heartbeat = (beside.processors() - beside.placements() * placement) / beside.heartbeats();
        ratios.add(ratio);
        costs.add(heartbeat * 1e6);
        System.out.printf(
                Locale.ROOT,
                "alone %5.0f placements/s, p99 %4.0f ms; with %4.0f heartbeats/s %5.0f placements/s, p99 %4.0f ms;"
                        + " ratio %.2f; processor time of a placement %4.0f us, of a heartbeat %4.0f us%n",
                alone.placements(),
                alone.p99Millis(),
                beside.heartbeats(),
                beside.placements(),
                beside.p99Millis(),
                ratio,
                placement * 1e6,
                heartbeat * 1e6);
    }

    private void conclude() {
        Collections.sort(ratios);
        Collections.sort(costs);
        double cost = costs.get(costs.size() / 2);
        double share = cost / 1e6 * machines.size() / SECONDS_BETWEEN_REPORTS;
        System.out.printf(
                Locale.ROOT,
                "median ratio %.2f; %d hosts that report every %d s take %.2f of a processor%n",
                ratios.get(ratios.size() / 2),
                machines.size(),
                SECONDS_BETWEEN_REPORTS,
                share);
    }

    /** What the broker, its database and the clients here have used. */
    private static double processorSeconds() {
        ProcessHandle own = ProcessHandle.current();
        return Stream.concat(Stream.of(own), own.descendants())
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(used -> used.toNanos() / 1e9)
                .sum();
    }

    private Rate measure(Duration time, boolean heartbeats) throws InterruptedException {
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        double used = processorSeconds();
        AtomicLong reports = new AtomicLong();
        Thread agents = new Thread(() -> {
            try {
                reports.set(report(
                        SECONDS_BETWEEN_REPORTS * 1_000_000_000L / machines.size(), () -> System.nanoTime() < end));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        if (heartbeats) {
            agents.start();
        }
        List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> gateways = new ArrayList<>();
        for (int i = 0; i < GATEWAYS; i++) {
            gateways.add(placeUntil(end, nanos));
        }
        CompletableFuture.allOf(gateways.toArray(CompletableFuture[]::new)).join();
        agents.join();
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Rate(
                sorted.size() / seconds,
                sorted.get((int) (sorted.size() * 0.99)) / 1e6,
                reports.get() / seconds,
                (processorSeconds() - used) / seconds);
    }

    /** One gateway: it asks for the next user when it has the answer for the last. */
    private CompletableFuture<Void> placeUntil(long end, List<Long> nanos) {
        if (System.nanoTime() >= end) {
            return CompletableFuture.completedFuture(null);
        }
        long asked = System.nanoTime();
        HttpRequest request = request("/api/v1/broker/resolve", BROKER_KEY)
                .POST(BodyPublishers.ofString(
                        "{\"username\": \"user-" + users.incrementAndGet() + "\", \"farm_id\": \"office\"}"))
                .build();
        return send(request).thenCompose(answered -> {
            nanos.add(System.nanoTime() - asked);
            return placeUntil(end, nanos);
        });
    }

    /** Every host in turn, one after so many nanoseconds; the number of reports that were answered. */
    private long report(long pause, BooleanSupplier goesOn) throws InterruptedException {
        Semaphore underWay = new Semaphore(REPORTS_UNDER_WAY);
        AtomicLong answered = new AtomicLong();
        Random random = new Random(7);
        long due = System.nanoTime();
        for (int i = 0; goesOn.getAsBoolean(); i++) {
            due += pause;
            long wait = due - System.nanoTime();
            if (wait > 0) {
                Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
            }
            underWay.acquire();
            Machine machine = machines.get(i % machines.size());
            var unused = send(request("/api/v1/agents/heartbeat", machine.token())
                            .header("X-Agent-ID", machine.id())
                            .POST(BodyPublishers.ofString(machine.heartbeat(random.nextInt(100))))
                            .build())
                    .whenComplete((answer, fault) -> {
                        answered.incrementAndGet();
                        underWay.release();
                    });
        }
        underWay.acquire(REPORTS_UNDER_WAY);
        return answered.get();
    }

    private CompletableFuture<HttpResponse<String>> send(HttpRequest request) {
        return client.sendAsync(request, BodyHandlers.ofString()).whenComplete((answer, fault) -> {
            if (fault != null || answer.statusCode() != 200) {
                failed.incrementAndGet();
            }
        });
    }

    private HttpRequest.Builder request(String path, String credential) {
        return HttpRequest.newBuilder(broker.resolve(path))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + credential);
    }
}
