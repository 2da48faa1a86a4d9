package io.drover.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A broker in a process of its own, with its PostgreSQL, a fleet that has reported, and what measures it. */
final class RunningBroker implements AutoCloseable {

    static final String KEY = "gateway-of-the-benchmark-c2a9e5b8";

    /** As {@code ./drover serve} has them, unless a collector is chosen. */
    static final List<String> SHIPPED = List.of("-XX:+UseParallelGC", "-Xmn128m");

    private static final int CONNECTIONS = 250;
    private static final Duration START = Duration.ofMinutes(5);
    private static final int STOP_SECONDS = 30;
    private static final int OK = 200;

    private final Path folder;
    private final Path jar;
    private final Process process;
    private final int databasePort;
    private final CpuMeter meter;
    private final Wire wire;
    private final List<Machine> machines;
    private final Reports reports;
    private final Placements placements;

    private RunningBroker(
            Path folder, Path jar, Process process, int port, int databasePort, List<Machine> machines, Users users)
            throws IOException, InterruptedException {
        this.folder = folder;
        this.jar = jar;
        this.process = process;
        this.databasePort = databasePort;
        this.meter = new CpuMeter(process.pid(), postmaster(folder));
        this.wire = new Wire(port);
        this.machines = machines;
        this.reports = new Reports(wire, machines);
        this.placements = new Placements(wire, users, KEY);
    }

    /**
     * Starts one and lets every host report once.
     *
     * @param folder empty or missing
     * @param jar the broker
     * @param options for its Java
     */
    static RunningBroker start(Path folder, Path jar, List<String> options, int hosts, Users users) throws Exception {
        return start(folder, jar, options, hosts, users, new Rules(Path.of(System.getProperty("drover.rules")), false));
    }

    /**
     * Which rules decide.
     *
     * @param watched whether changes of theirs are taken
     */
    record Rules(Path folder, boolean watched) {}

    /** Starts one with other rules. */
    static RunningBroker start(Path folder, Path jar, List<String> options, int hosts, Users users, Rules rules)
            throws Exception {
        Files.createDirectories(folder);
        List<Machine> machines = Fleets.enrol(folder, hosts, CONNECTIONS);
        int port = freePort();
        int databasePort = freePort();
        Path config = Files.writeString(folder.resolve("config.yml"), config(port, databasePort, rules));
        List<String> command = new ArrayList<>(List.of(java().toString(), "-Xlog:disable", "-Xlog:all=error:stderr"));
        if (options.stream().noneMatch(option -> option.contains("GC"))) {
            command.addAll(SHIPPED);
        }
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString(), "serve", "--config", config.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("broker.log").toFile())
                .start();
        try {
            awaitReady(process, port, folder);
            RunningBroker broker = new RunningBroker(folder, jar, process, port, databasePort, machines, users);
            broker.reports.once();
            return broker;
        } catch (Exception e) {
            process.destroy();
            throw e;
        }
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    private static String config(int port, int databasePort, Rules rules) {
        return """
                database: { folder: postgres, binaries_folder: binaries, port: %d }
                policy: { folder: %s, watch: %s }
                placement: { offline_after_seconds: 3600 }
                keys: { broker: [ { name: benchmark, value: %s } ] }
                server:
                  maxThreads: 64
                  minThreads: 8
                  requestLog: { appenders: [] }
                  gzip: { enabled: false }
                  applicationConnectors: [ { type: http, port: %d, bindHost: 127.0.0.1, idleTimeout: 10m } ]
                  adminConnectors: [ { type: http, port: 0, bindHost: 127.0.0.1 } ]
                logging: { level: WARN, loggers: { org.drools.mvel.MVELConstraint: ERROR } }
                """.formatted(databasePort, rules.folder(), rules.watched(), KEY, port);
    }

    private static void awaitReady(Process process, int port, Path folder) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz"))
                .build();
        long end = System.nanoTime() + START.toNanos();
        while (!answers(client, ready)) {
            if (System.nanoTime() > end || process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new IOException("the broker does not start; see " + folder.resolve("broker.log"));
            }
        }
    }

    private static boolean answers(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false;
        }
    }

    private static long postmaster(Path folder) throws IOException {
        Path file = Fleets.data(folder).resolve("cluster").resolve("postmaster.pid");
        return Long.parseLong(Files.readAllLines(file).get(0).strip());
    }

    /** What is measured, and on what. */
    Surroundings surroundings() throws IOException, SQLException {
        try (Connection connection = database().open()) {
            return Surroundings.of(
                    Path.of(System.getProperty("drover.rules")),
                    jar,
                    connection.getMetaData().getDatabaseProductVersion());
        }
    }

    Path folder() {
        return folder;
    }

    long pid() {
        return process.pid();
    }

    Wire wire() {
        return wire;
    }

    List<Machine> machines() {
        return machines;
    }

    Reports reports() {
        return reports;
    }

    Placements placements() {
        return placements;
    }

    CpuMeter meter() {
        return meter;
    }

    /** How to get to its PostgreSQL. */
    DatabaseAddress database() throws IOException {
        String password = Files.readString(Fleets.data(folder).resolve("password"));
        return new DatabaseAddress(databasePort, "drover", password.strip());
    }

    @Override
    public void close() {
        reports.close();
        wire.close();
        process.destroy();
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
