package io.drover.benchmarks.load;

import io.drover.benchmarks.load.RunningBroker.Rules;
import io.drover.http.StrictJson;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps a broker busy for long, and tells whether anything grows. */
@Command(
        name = "benchmarks/run Endurance",
        mixinStandardHelpOptions = true,
        description = "Placements, heartbeats, sessions that end and rules that change, for long: does anything grow?")
public final class EnduranceRun implements Callable<Integer> {

    private static final int CLIENTS = 16;
    private static final int GATEWAY_LINES = 4;
    private static final int BETWEEN_REPORTS = 10;
    private static final double RENEWALS = 0.1;
    private static final long SEED = 5;

    private final PrintStream out;

    @Mixin
    private final BrokerOptions options = new BrokerOptions();

    @Option(names = "--minutes", description = "How long (default: ${DEFAULT-VALUE}).")
    private double minutes = 60;

    @Option(names = "--every", description = "Seconds of load between samples (default: ${DEFAULT-VALUE}).")
    private int every = 30;

    @Option(names = "--rate", description = "Users who come in a second (default: ${DEFAULT-VALUE}).")
    private double rate = 50;

    @Option(names = "--hosts", description = "Hosts, each of which reports every 10 s (default: ${DEFAULT-VALUE}).")
    private int hosts = 500;

    @Option(names = "--population", description = "Users, who come again and again (default: ${DEFAULT-VALUE}).")
    private int population = 20_000;

    @Option(names = "--longest-stay", description = "Seconds of the longest session (default: ${DEFAULT-VALUE}).")
    private int longestStay = 60;

    @Option(names = "--reload", description = "Seconds between changes of the rules (default: ${DEFAULT-VALUE}).")
    private int reload = 20;

    @Option(names = "--json", paramLabel = "FILE", description = "Write samples and verdicts there.")
    private @Nullable Path report;

    /** @param out where the report goes */
    public EnduranceRun(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        Path home = Files.createDirectories(options.folder().toAbsolutePath());
        Users users = new Users(SEED, RENEWALS, population);
        try (RuleEdits edits = RuleEdits.copy(Path.of(System.getProperty("drover.rules")), home.resolve("rules"));
                RunningBroker broker = RunningBroker.start(
                        home,
                        options.jar().toAbsolutePath(),
                        options.javaOptions(),
                        hosts,
                        users,
                        new Rules(edits.folder(), true))) {
            Surroundings here = broker.surroundings();
            out.println(here);
            EnduranceReport result = EnduranceReport.of(samples(home, broker, users, edits));
            out.print(result.text());
            if (report != null) {
                StrictJson.mapper()
                        .writerWithDefaultPrettyPrinter()
                        .writeValue(report.toFile(), new Kept<>(here, result));
            }
            return result.isMet() ? 0 : 1;
        }
    }

    private List<Footprint> samples(Path home, RunningBroker broker, Users users, RuleEdits edits) throws Exception {
        Wire wire = broker.wire();
        Stays stays = new Stays(wire, RunningBroker.KEY, wire.open(GATEWAY_LINES), longestStay * 1000L);
        Placements placements = new Placements(wire, users, RunningBroker.KEY, stays);
        Footprints footprints = new Footprints(broker.pid(), broker.database());
        List<Footprint> samples = new ArrayList<>();
        try (Reports reports = new Reports(wire, broker.machines(), stays::on)) {
            reports.every(BETWEEN_REPORTS);
            edits.every(reload);
            long began = System.nanoTime();
            long failed = 0;
            while (seconds(began) < minutes * 60) {
                Sample placed = placements.open(CLIENTS, rate, Duration.ofSeconds(every));
                failed += placed.failed();
                Footprint sample = footprints.take(
                        seconds(began), placed, failed + reports.failed() + stays.failed(), edits.made());
                samples.add(sample);
                note(home.resolve("samples.csv"), sample, samples.size() == 1);
            }
            out.printf("%d stays ended%n", stays.ended());
        }
        return samples;
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private void note(Path csv, Footprint sample, boolean first) throws Exception {
        if (first) {
            Files.writeString(csv, EnduranceReport.header(sample) + "\n");
        }
        Files.writeString(csv, EnduranceReport.line(sample) + "\n", StandardOpenOption.APPEND);
        out.printf(
                Locale.ROOT,
                "%5.0f s: heap %.1f, metaspace %.1f, resident %.0f MiB, %d threads, %d files, %d connections;"
                        + " %.1f/s, p99 %.1f ms, %d failed, %d of %d changed rules%n",
                sample.second(),
                sample.heapMiB(),
                sample.metaspaceMiB(),
                sample.residentMiB(),
                sample.threads(),
                sample.files(),
                sample.connections(),
                sample.rate(),
                sample.p99Ms(),
                sample.failed(),
                sample.revisions() - 1,
                sample.edits());
    }
}
