package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.Checker;
import io.drover.benchmarks.history.History;
import io.drover.benchmarks.history.ModeChange.Mode;
import io.drover.benchmarks.history.Span;
import io.drover.benchmarks.history.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** One run: brokers and a database start, are used while parts of them break, and what happened is checked. */
public final class FaultRun implements AutoCloseable {

    private static final int VISITOR_THREADS = 24;
    private static final int OPERATORS = 2;
    private static final long START_MILLIS = 300_000;

    private final FaultSettings settings;
    private final FaultPlan plan;
    private final Consumer<String> out;
    private final RunClock clock = new RunClock();
    private final List<BrokerNode> brokers = new ArrayList<>();
    private final Journal journal = new Journal(brokers);
    private final Wire wire = new Wire(clock, brokers, journal, Duration.ofSeconds(3));
    private final Wire setup = new Wire(clock, brokers, journal, Duration.ofSeconds(60));
    private final Gateway gateway = new Gateway(clock, wire, journal);
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ExecutorService beats = Executors.newCachedThreadPool();
    private final AtomicBoolean over = new AtomicBoolean();
    private final DatabasePair database;

    /**
     * Starts everything.
     *
     * @param out where the run tells what it does
     */
    public static FaultRun start(FaultSettings settings, FaultPlan plan, Consumer<String> out)
            throws IOException, SQLException {
        boolean standby = plan.steps().stream().anyMatch(step -> step.kind() == FaultPlan.Kind.FAILOVER);
        DatabasePair database =
                DatabasePair.start(settings.folder(), settings.binaries(), standby, settings.mutations());
        FaultRun run = new FaultRun(settings, plan, out, database);
        try {
            run.startBrokers();
            run.makeFleet();
            return run;
        } catch (IOException | SQLException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private FaultRun(FaultSettings settings, FaultPlan plan, Consumer<String> out, DatabasePair database) {
        this.settings = settings;
        this.plan = plan;
        this.out = out;
        this.database = database;
    }

    private void startBrokers() throws IOException, SQLException {
        Files.writeString(settings.folder().resolve("password"), database.password());
        for (int i = 0; i < settings.brokers(); i++) {
            int port = Ports.free();
            Path config = settings.folder().resolve("broker-" + i + ".yml");
            Files.writeString(config, configuration(port, Ports.free()));
            BrokerNode broker =
                    new BrokerNode(clock, settings.within(), settings.jar(), config, port, settings.faketime());
            brokers.add(broker);
            broker.start();
        }
        brokers.forEach(this::awaitReady);
    }

    private String configuration(int port, int adminPort) {
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
                        database.url(),
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

    private void awaitReady(BrokerNode broker) {
        int index = brokers.indexOf(broker);
        long deadline = clock.now() + START_MILLIS * 1_000_000;
        while (!wire.send(index, "GET", "/readyz", Map.of(), List.of()).ok()) {
            if (!broker.isAlive() || clock.now() > deadline) {
                throw new IllegalStateException("broker %d does not start, see broker-%d.yml.log in %s"
                        .formatted(index, index, settings.folder()));
            }
            Pause.millis(50);
        }
    }

    private void makeFleet() {
        need(setup.operator(0, "POST", "/api/v1/farms", Map.of("id", "office")));
        need(setup.operator(
                0,
                "POST",
                "/api/v1/resources",
                Map.of("id", "desk", "farm_id", "office", "guacamole_connection_id", Gateway.CONNECTION)));
        for (int i = 0; i < settings.hosts(); i++) {
            String name = "rds-%02d".formatted(i);
            Reply enrolled = need(setup.send(
                    0,
                    "POST",
                    "/api/v1/agents/enroll",
                    Map.of("enrollment_token", Wire.ENROLLMENT_KEY, "name", name, "machine_id", "machine-of-" + name),
                    List.of()));
            SimulatedHost host = new SimulatedHost(
                    clock,
                    wire,
                    journal,
                    name,
                    enrolled.body().path("agent_id").asText(),
                    enrolled.body().path("token").asText(),
                    new Random(settings.seed() + 100 + i));
            need(setup.operator(
                    0, "PATCH", "/api/v1/agents/" + host.id() + "/control", Map.of("farm_ids", List.of("office"))));
            host.beat(0);
            hosts.add(host);
            beats.execute(host);
        }
    }

    private static Reply need(Reply reply) {
        if (!reply.ok()) {
            throw new IllegalStateException("the fleet cannot be made: " + reply.text());
        }
        return reply;
    }

    /** Uses it until enough was answered and the plan is done, and checks what happened. */
    public Result run() throws SQLException {
        Pause.millis(TimeUnit.NANOSECONDS.toMillis(FaultSettings.promises().spread()));
        long began = clock.now();
        List<Operator> operators = startLoad();
        CompletableFuture<Void> breaking = CompletableFuture.runAsync(() -> breakThings(began), threads);
        while (!isDone(breaking.isDone())) {
            Pause.millis(50);
        }
        over.set(true);
        breaking.join();
        double seconds = (clock.now() - began) / 1e9;
        threads.shutdown();
        await(threads);
        awaitQuiet(operators.get(0));
        beats.shutdownNow();
        await(beats);
        History history = new StoredFacts(database.primary(), clock).read(journal);
        long checking = clock.now();
        List<Violation> violations = new Checker(FaultSettings.promises()).check(history);
        out.accept("%d placements in %.0f s, %d changes of hosts, %d leases written; %s; checked in %.1f s"
                .formatted(
                        gateway.answered(),
                        seconds,
                        operators.stream().mapToInt(Operator::changes).sum(),
                        history.writes().size(),
                        gateway.summary(),
                        (clock.now() - checking) / 1e9));
        return new Result(history, violations, began);
    }

    /**
     * What a run showed.
     *
     * @param began when the load began, on the clock of the spans
     */
    public record Result(History history, List<Violation> violations, long began) {

        /** Copies the list. */
        public Result {
            violations = List.copyOf(violations);
        }
    }

    private boolean isDone(boolean broken) {
        return gateway.answered() >= settings.placements() && broken;
    }

    private List<Operator> startLoad() {
        Map<String, SimulatedHost> byId = new LinkedHashMap<>();
        hosts.forEach(host -> byId.put(host.id(), host));
        Visitors.Pace pace = new Visitors.Pace(clock, settings.rate());
        for (int i = 0; i < VISITOR_THREADS; i++) {
            int thread = i;
            List<String> persons = IntStream.range(0, settings.users())
                    .filter(user -> user % VISITOR_THREADS == thread)
                    .mapToObj("u%04d"::formatted)
                    .toList();
            threads.execute(new Visitors(
                    clock, gateway, byId, persons, pace, twins(), over, new Random(settings.seed() + 1_000 + i)));
        }
        List<Operator> operators = new ArrayList<>();
        for (int i = 0; i < OPERATORS; i++) {
            int own = i;
            List<SimulatedHost> of = IntStream.range(0, hosts.size())
                    .filter(host -> host % OPERATORS == own)
                    .mapToObj(hosts::get)
                    .toList();
            Operator operator = new Operator(
                    clock, wire, journal, gateway, of, twins(), over, new Random(settings.seed() + 2_000 + i));
            operators.add(operator);
            threads.execute(operator);
        }
        return operators;
    }

    private ExecutorService twins() {
        return beats;
    }

    private void breakThings(long began) {
        for (FaultPlan.Step step : plan.steps()) {
            Pause.millis(step.atMillis() - (clock.now() - began) / 1_000_000);
            out.accept(step.toString());
            try {
                apply(step);
            } catch (SQLException | IOException | RuntimeException e) {
                throw new IllegalStateException("the fault could not be made: " + step, e);
            }
        }
    }

    private void apply(FaultPlan.Step step) throws SQLException, IOException {
        switch (step.kind()) {
            case KILL -> {
                brokers.get(step.target()).killAndStart();
                awaitReady(brokers.get(step.target()));
            }
            case PAUSE -> brokers.get(step.target()).pause(step.amount());
            case RESTART -> outage(database::restart);
            case FAILOVER -> outage(database::failOver);
            case CONNECTIONS ->
                outage(() -> database.primary()
                        .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '"
                                + FaultPlan.CONNECTIONS.get(step.target()) + "'"));
            case CLOCK -> brokers.get(step.target()).stepClock(step.amount());
            case SILENCE -> hosts.get(step.target()).silence(step.amount());
        }
    }

    private interface Trouble {
        void make() throws SQLException, IOException;
    }

    private void outage(Trouble trouble) throws SQLException, IOException {
        long from = clock.now();
        trouble.make();
        journal.outage(new Span(from, clock.now()));
    }

    /** Then every host is closed for a look at its record through every instance. */
    private void awaitQuiet(Operator operator) {
        brokers.forEach(this::awaitReady);
        Pause.millis(TimeUnit.NANOSECONDS.toMillis(FaultSettings.promises().spread()) + 1_500);
        for (SimulatedHost host : hosts) {
            operator.change(host.id(), Mode.DRAIN);
            for (int broker = 0; broker < brokers.size(); broker++) {
                operator.look(host.id(), broker);
            }
        }
    }

    private static void await(ExecutorService pool) {
        try {
            if (!pool.awaitTermination(90, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the load does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends every process. */
    @Override
    public void close() {
        over.set(true);
        threads.shutdownNow();
        beats.shutdownNow();
        brokers.forEach(BrokerNode::close);
        database.close();
    }
}
