package io.drover.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The instances of a run, on one database. */
final class Brokers implements AutoCloseable {

    private static final long START_MILLIS = 300_000;

    /** Whose time of day is off at the start. */
    private static final int OFF = 1;

    private final RunClock clock;
    private final FaultSettings settings;
    private final List<BrokerNode> nodes = new ArrayList<>();

    Brokers(RunClock clock, FaultSettings settings) {
        this.clock = clock;
        this.settings = settings;
    }

    /** All of them, also those that are started later. */
    List<BrokerNode> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    BrokerNode get(int index) {
        return nodes.get(index);
    }

    /** Starts all of them; they need not be ready yet. */
    void start(DatabasePair database) throws IOException {
        Files.writeString(settings.folder().resolve("password"), database.password());
        for (int i = 0; i < settings.brokers(); i++) {
            int port = Ports.free();
            Path config = settings.folder().resolve("broker-" + i + ".yml");
            Files.writeString(config, configuration(database.url(), port, Ports.free()));
            BrokerNode broker = new BrokerNode(
                    clock,
                    settings.within(),
                    settings.jar(),
                    config,
                    port,
                    settings.faketime(),
                    i == OFF ? settings.offSeconds() : 0);
            nodes.add(broker);
            broker.start();
        }
    }

    private String configuration(String url, int port, int adminPort) {
        return """
                database:
                  embedded: false
                  url: %s
                  user: drover
                  password_file: password
                policy:
                  folder: %s
                  watch: false
                placement:
                  offline_after_seconds: %d
                  lease_seconds: %d
                  pending_seconds: %d
                keys:
                  enrollment: { value: %s }
                  broker:
                    - { name: gateway, value: %s }
                  operators:
                    - { name: operator, role: admin, value: %s }
                server:
                  maxThreads: 64
                  minThreads: 8
                  requestLog: { appenders: [] }
                  applicationConnectors: [{ type: http, port: %d, bindHost: 127.0.0.1 }]
                  adminConnectors: [{ type: http, port: %d, bindHost: 127.0.0.1 }]
                logging:
                  level: %s
                  loggers: { org.drools: WARN, org.eclipse.jetty: WARN, io.dropwizard: WARN }
                """.formatted(
                        url,
                        settings.rules(),
                        FaultSettings.OFFLINE_SECONDS,
                        FaultSettings.LEASE_SECONDS,
                        FaultSettings.PENDING_SECONDS,
                        Wire.ENROLLMENT_KEY,
                        Wire.GATEWAY_KEY,
                        Wire.OPERATOR_KEY,
                        port,
                        adminPort,
                        settings.within() ? "ERROR" : "INFO");
    }

    /** Waits until each answers that it is ready. */
    void awaitReady(Wire wire) {
        for (int i = 0; i < nodes.size(); i++) {
            awaitReady(wire, i);
        }
    }

    /**
     * Waits until it answers that it is ready.
     *
     * @throws IllegalStateException when it ends, or takes longer than five minutes
     */
    void awaitReady(Wire wire, int index) {
        long deadline = clock.now() + START_MILLIS * 1_000_000;
        while (!wire.send(index, "GET", "/readyz", Map.of(), List.of()).ok()) {
            if (!nodes.get(index).isAlive() || clock.now() > deadline) {
                throw new IllegalStateException("broker %d does not start, see broker-%d.yml.log in %s"
                        .formatted(index, index, settings.folder()));
            }
            Pause.millis(50);
        }
    }

    @Override
    public void close() {
        nodes.forEach(BrokerNode::close);
    }
}
