package io.drover.benchmarks.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.http.StrictJson;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a broker under load. */
@Command(
        name = "benchmarks/run Load",
        mixinStandardHelpOptions = true,
        description = "Durable placements over HTTP, heartbeats beside, against pgbench on the same PostgreSQL.")
public final class LoadRun implements Callable<Integer> {

    private static final int BETWEEN_REPORTS = 10;
    private static final int SMALL = 100;
    private static final int LARGE = 10_000;
    private static final double GROWTH = 1.3;
    private static final long SEED = 5;
    private static final Duration WARM_UP_TURN = Duration.ofSeconds(3);

    private final PrintStream out;
    private final ObjectMapper json = StrictJson.mapper();

    @Mixin
    private final BrokerOptions options = new BrokerOptions();

    @Option(
            names = "--against",
            paramLabel = "JAR",
            description = "Only compare what a placement costs with that of another build: --jar by this one.")
    private @Nullable Path against;

    @Option(names = "--hosts", description = "Hosts, each of which reports every 10 s (default: ${DEFAULT-VALUE}).")
    private int hosts = 5_000;

    @Option(
            names = "--clients",
            split = ",",
            description = "Connections (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,8,32,64,128")
    private List<Integer> clients = List.of();

    @Option(names = "--seconds", description = "For a measurement (default: ${DEFAULT-VALUE}).")
    private int seconds = 6;

    @Option(names = "--warm-up", description = "Seconds before it (default: ${DEFAULT-VALUE}).")
    private int warmUp = 20;

    @Option(names = "--rounds", description = "The middle one counts (default: ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--renewals", description = "The share of users placed before (default: ${DEFAULT-VALUE}).")
    private double renewals = 0.1;

    @Option(names = "--population", description = "Users (default: ${DEFAULT-VALUE}).")
    private int population = 2_000_000;

    @Option(names = "--pgbench", description = "The binary (default: the one on the PATH or in /usr/lib/postgresql).")
    private @Nullable Path pgbench;

    @Option(names = "--no-growth", description = "Do not compare 100 hosts with 10,000.")
    private boolean noGrowth;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report there as JSON too.")
    private @Nullable Path report;

    /** @param out where the report goes */
    public LoadRun(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        if (against != null) {
            double ratio = contest(options.jar(), hosts, against, hosts);
            out.printf("a placement with %s costs %.3f of one with %s%n", against, ratio, options.jar());
            return 0;
        }
        Measured measured = measure();
        List<Verdict> growth = noGrowth
                ? List.of()
                : List.of(Verdict.atMost(
                        "processor time of a placement at " + LARGE + " hosts / at " + SMALL,
                        contest(options.jar(), SMALL, options.jar(), LARGE),
                        GROWTH));
        LoadReport result = LoadReport.of(measured.rows(), growth);
        out.print(result.text());
        if (report != null) {
            json.writerWithDefaultPrettyPrinter()
                    .writeValue(report.toFile(), new Kept<>(measured.surroundings(), result));
        }
        return result.isMet() ? 0 : 1;
    }

    private RunningBroker start(String name, Path broker, int fleet) throws Exception {
        Users users = new Users(SEED, renewals, population);
        return RunningBroker.start(
                options.folder().toAbsolutePath().resolve(name),
                broker.toAbsolutePath(),
                options.javaOptions(),
                fleet,
                users);
    }

    /**
     * As it will be measured, in short turns: what Java has not seen before makes it compile anew what it had, and a
     * change from one load to another is such a thing.
     */
    private void warmUp(RunningBroker broker, List<Integer> counts) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUp);
        while (System.nanoTime() < end) {
            for (int count : counts) {
                Sample peak = broker.placements().closed(count, WARM_UP_TURN);
                broker.placements().open(count, peak.rate() / 2, WARM_UP_TURN);
            }
            TimeUnit.MILLISECONDS.sleep(WARM_UP_TURN.toMillis());
        }
    }

    private double contest(Path one, int hostsOfOne, Path other, int hostsOfOther) throws Exception {
        try (RunningBroker first = start("one", one, hostsOfOne);
                RunningBroker second = start("other", other, hostsOfOther)) {
            out.println(first.surroundings());
            out.println(second.surroundings());
            warmUp(first, List.of(Contest.CLIENTS));
            warmUp(second, List.of(Contest.CLIENTS));
            return new Contest(first, second, Duration.ofSeconds(seconds), out).ratio(Math.max(rounds, 3));
        }
    }

    private record Measured(Surroundings surroundings, List<Row> rows) {}

    private Measured measure() throws Exception {
        List<Row> rows = new ArrayList<>();
        try (RunningBroker broker = start("broker", options.jar(), hosts)) {
            Surroundings here = broker.surroundings();
            out.println(here);
            Baseline.prepare(broker.database());
            Baseline baseline = baseline(broker);
            broker.reports().every(BETWEEN_REPORTS);
            warmUp(broker, clients);
            Measurement measurement = new Measurement(broker, baseline, Duration.ofSeconds(seconds), out);
            for (int round = 0; round < rounds; round++) {
                for (int count : clients) {
                    rows.addAll(measurement.take(count));
                }
            }
            if (broker.reports().failed() > 0) {
                out.printf(
                        "%d heartbeats were not answered with 200%n",
                        broker.reports().failed());
            }
            return new Measured(here, rows);
        }
    }

    private Baseline baseline(RunningBroker broker) throws IOException {
        Optional<Path> program = program();
        if (program.isEmpty()) {
            out.println("There is no pgbench on the PATH, in /usr/lib/postgresql or by --pgbench:"
                    + " the baseline is the same upsert by JDBC, which is dearer.");
            return new JdbcUpsert(broker.database(), hosts);
        }
        out.println("The baseline is " + program.get() + ".");
        return new PgbenchUpsert(program.get(), broker.database(), broker.folder(), hosts);
    }

    private Optional<Path> program() throws IOException {
        if (pgbench != null) {
            return Optional.of(pgbench);
        }
        Path debian = Path.of("/usr/lib/postgresql");
        try (Stream<Path> versions = Files.isDirectory(debian) ? Files.list(debian) : Stream.empty()) {
            Stream<Path> onPath = Stream.of(
                            System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .map(Path::of);
            return Stream.concat(
                            onPath,
                            versions.map(version -> version.resolve("bin")).sorted())
                    .map(bin -> bin.resolve("pgbench"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }
}
