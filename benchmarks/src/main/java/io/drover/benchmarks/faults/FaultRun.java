package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.Checker;
import io.drover.benchmarks.history.Findings;
import io.drover.benchmarks.history.History;
import io.drover.benchmarks.history.ModeChange.Mode;
import io.drover.benchmarks.history.Span;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * One run: brokers and a database start, are used while parts of them break, and what happened is checked. They may be
 * used again after that, by other users; what is checked is all that happened so far. For one thread.
 */
public final class FaultRun implements AutoCloseable {

    private static final int VISITOR_THREADS = 24;
    private static final int OPERATORS = 2;

    private final FaultSettings settings;
    private final Consumer<String> out;
    private final RunClock clock = new RunClock();
    private final Brokers brokers;
    private final Journal journal;
    private final Wire wire;
    private final Gateway gateway;
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final List<Operator> operators = new ArrayList<>();
    private final Watcher watcher;
    private final Set<String> drained = new HashSet<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final DatabasePair database;
    private ExecutorService twins = Executors.newCachedThreadPool();
    private ExecutorService beats = Executors.newCachedThreadPool();
    private int uses;

    /**
     * Starts everything.
     *
     * @param out where the run tells what it does
     */
    public static FaultRun start(FaultSettings settings, Consumer<String> out) throws IOException, SQLException {
        boolean standby = settings.kinds().contains(FaultPlan.Kind.FAILOVER);
        FaultRun run = new FaultRun(settings, out, DatabasePair.start(settings.folder(), settings.binaries(), standby));
        try {
            run.breakFunctions(settings.mutations());
            run.brokers.start(run.database);
            run.brokers.awaitReady(run.wire);
            run.makeFleet();
            return run;
        } catch (IOException | SQLException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private FaultRun(FaultSettings settings, Consumer<String> out, DatabasePair database) {
        this.settings = settings;
        this.out = out;
        this.database = database;
        brokers = new Brokers(clock, settings);
        journal = new Journal(brokers.nodes());
        wire = new Wire(clock, brokers.nodes(), journal, Duration.ofSeconds(3));
        gateway = new Gateway(clock, wire, journal);
        watcher = new Watcher(wire, journal, over, new Random(settings.seed() + 3_000));
    }

    private void makeFleet() {
        Fleet fleet = new Fleet(
                clock, wire, new Wire(clock, brokers.nodes(), journal, Duration.ofSeconds(60)), journal, settings);
        hosts.addAll(fleet.make());
        hosts.forEach(beats::execute);
        for (int i = 0; i < OPERATORS; i++) {
            int own = i;
            List<SimulatedHost> of = IntStream.range(0, hosts.size())
                    .filter(host -> host % OPERATORS == own)
                    .mapToObj(hosts::get)
                    .toList();
            operators.add(new Operator(
                    clock, wire, journal, gateway, of, twins(), over, new Random(settings.seed() + 2_000 + i)));
        }
        Pause.millis(TimeUnit.NANOSECONDS.toMillis(FaultSettings.promises().spread()));
    }

    private Executor twins() {
        return task -> twins.execute(task);
    }

    /** The version of the database's server. */
    public String postgresql() throws SQLException {
        return database.primary().query("SHOW server_version");
    }

    /** Breaks, or slows down, the functions that commit leases, from now on. */
    public void breakFunctions(Collection<Mutation> mutations) throws SQLException {
        database.breakFunctions(mutations);
    }

    /** Whether the server takes a function as the mutation leaves it; throws when not. */
    void tryOut(Mutation mutation) throws SQLException {
        database.tryOut(mutation);
    }

    /**
     * Users come and go until enough placements were answered and the plan is done. Those who are there then stay until
     * it is used again.
     */
    public void use(FaultPlan plan, int placements) {
        prepare();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            long began = clock.now();
            int enough = gateway.answered() + placements;
            startLoad(threads);
            CompletableFuture<Void> breaking = CompletableFuture.runAsync(() -> breakThings(plan, began), threads);
            while (gateway.answered() < enough || !breaking.isDone()) {
                Pause.millis(50);
            }
            over.set(true);
            breaking.join();
            out.accept("%d placements in %.0f s, %d changes of hosts so far; %s"
                    .formatted(
                            gateway.answered(),
                            (clock.now() - began) / 1e9,
                            operators.stream().mapToInt(Operator::changes).sum(),
                            gateway.summary()));
            threads.shutdown();
            await(threads);
            twins.shutdown();
            await(twins);
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    private void prepare() {
        over.set(false);
        if (uses > 0) {
            twins = Executors.newCachedThreadPool();
            hosts.forEach(SimulatedHost::logOffAll);
        }
        if (beats.isShutdown()) {
            beats = Executors.newCachedThreadPool();
            hosts.forEach(beats::execute);
        }
        drained.forEach(host -> operators.get(0).change(host, Mode.ONLINE));
        drained.clear();
        uses++;
    }

    private void startLoad(ExecutorService threads) {
        Map<String, SimulatedHost> byId = new LinkedHashMap<>();
        hosts.forEach(host -> byId.put(host.id(), host));
        Visitors.Pace pace = new Visitors.Pace(clock, settings.rate());
        int first = (uses - 1) * settings.users();
        for (int i = 0; i < VISITOR_THREADS; i++) {
            int thread = i;
            List<String> persons = IntStream.range(0, settings.users())
                    .filter(user -> user % VISITOR_THREADS == thread)
                    .mapToObj(user -> "u%04d".formatted(first + user))
                    .toList();
            threads.execute(new Visitors(
                    clock,
                    gateway,
                    byId,
                    persons,
                    pace,
                    twins(),
                    over,
                    new Random(settings.seed() + 1_000L * uses + i)));
        }
        operators.forEach(threads::execute);
        threads.execute(watcher);
    }

    private void breakThings(FaultPlan plan, long began) {
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
                brokers.awaitReady(wire, step.target());
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

    /**
     * Once everybody may know everything, looks at each host through every instance, and closes it for a second look.
     */
    public void lookAtHosts() {
        brokers.awaitReady(wire);
        Pause.millis(TimeUnit.NANOSECONDS.toMillis(FaultSettings.promises().spread()) + 1_500);
        for (int broker = 0; broker < wire.brokers(); broker++) {
            watcher.look(broker);
        }
        for (SimulatedHost host : hosts) {
            operators.get(0).change(host.id(), Mode.DRAIN);
            drained.add(host.id());
            for (int broker = 0; broker < wire.brokers(); broker++) {
                operators.get(0).look(host.id(), broker);
            }
        }
    }

    /** Checks all that happened since the start. Hosts report no more until there is a use again. */
    public Result check() throws SQLException {
        beats.shutdownNow();
        await(beats);
        History history = new StoredFacts(database.primary(), clock).read(journal);
        long checking = clock.now();
        Findings findings = new Checker(FaultSettings.promises()).check(history);
        out.accept("%d leases written; checked in %.1f s; %s"
                .formatted(history.writes().size(), (clock.now() - checking) / 1e9, findings.counts()));
        return new Result(history, findings);
    }

    /** What a run showed. */
    public record Result(History history, Findings findings) {}

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
        twins.shutdownNow();
        beats.shutdownNow();
        brokers.close();
        database.close();
    }
}
