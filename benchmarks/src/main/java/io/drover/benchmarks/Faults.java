package io.drover.benchmarks;

import io.drover.benchmarks.faults.FaultPlan;
import io.drover.benchmarks.faults.FaultPlan.Kind;
import io.drover.benchmarks.faults.FaultRun;
import io.drover.benchmarks.faults.FaultSettings;
import io.drover.benchmarks.faults.Mutation;
import io.drover.benchmarks.history.Findings;
import io.drover.benchmarks.history.Violation;
import io.drover.benchmarks.load.Surroundings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/**
 * Several broker processes on one PostgreSQL under load, while parts of them break by a seeded plan; a checker looks at
 * what happened. Ends with 0 when every promise held, with 1 when one was broken.
 */
@Command(name = "benchmarks/run Faults", mixinStandardHelpOptions = true, sortOptions = false)
public final class Faults implements Callable<Integer> {

    private static final List<String> LIBRARIES = List.of(
            "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
            "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
            "/usr/lib64/faketime/libfaketimeMT.so.1");
    private static final int SHOWN = 10;

    @Option(names = "--seed", description = "Where the plan and all choices come from (default: the time).")
    private long seed = System.currentTimeMillis();

    @Option(names = "--placements", description = "Answers to placements that end the run (default: ${DEFAULT-VALUE}).")
    private int placements = 10_000;

    @Option(names = "--rate", description = "Visits that begin in a second, at most (default: ${DEFAULT-VALUE}).")
    private int rate = 150;

    @Option(
            names = "--kinds",
            split = ",",
            converter = KindName.class,
            description =
                    "What breaks: kill, pause, restart, failover, connections, silence, clock (default: all but clock,"
                            + " which needs libfaketime and slows the brokers down).")
    private Set<Kind> kinds = Set.of();

    @Option(names = "--none", description = "Nothing breaks.")
    private boolean none;

    @Option(names = "--every", description = "Seconds between faults, on average (default: ${DEFAULT-VALUE}).")
    private double every = 5;

    @Option(
            names = "--broken",
            split = ",",
            converter = MutationName.class,
            description =
                    "Breaks the functions that commit leases, to see that it is noticed: no-gate, no-person-lock,"
                            + " chosen-host-only, any-leases-known, not-durable; slow makes them show sooner and breaks nothing.")
    private Set<Mutation> broken = Set.of();

    @Option(
            names = "--within",
            description =
                    "The brokers run within this process: faster to start, and nothing happens to them as processes.")
    private boolean within;

    @Option(
            names = "--off",
            description = "Seconds by which the second broker's time of day is off when it starts (default:"
                    + " ${DEFAULT-VALUE}); without --within it needs libfaketime.")
    private long off;

    @Option(names = "--jar", description = "The broker (default: ${DEFAULT-VALUE}).")
    private Path jar = Path.of("broker-app/target/drover.jar");

    @Option(names = "--faketime", description = "The library libfaketimeMT.so.1 (default: where Debian has it).")
    private @Nullable Path faketime;

    @Option(names = "--folder", description = "Where the run keeps its files (default: a new temporary folder).")
    private @Nullable Path folder;

    /** The program. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Faults()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (!within && !Files.exists(jar)) {
            System.err.println(jar + " is missing; build it with mvn -pl broker-app -DskipTests package");
            return 2;
        }
        boolean setsClocks = kinds.contains(Kind.CLOCK) || (off != 0 && !within);
        Path library = setsClocks ? library() : null;
        if (setsClocks && library == null) {
            System.err.println("other clocks need libfaketime; install it or name it with --faketime");
            return 2;
        }
        Path home = folder == null ? Files.createTempDirectory("drover-faults-") : Files.createDirectories(folder);
        FaultSettings settings = new FaultSettings(
                seed,
                placements,
                rate,
                wanted(),
                broken,
                Math.round(every * 1000),
                3,
                16,
                240,
                within,
                jar.toAbsolutePath(),
                Path.of(System.getProperty("drover.rules", "rules"))
                        .toAbsolutePath()
                        .normalize(),
                home.toAbsolutePath(),
                Path.of(System.getProperty("java.io.tmpdir"), "drover-faults-postgres"),
                off,
                library);
        return run(settings);
    }

    private @Nullable Path library() {
        if (faketime != null) {
            return faketime.toAbsolutePath();
        }
        return LIBRARIES.stream()
                .map(Path::of)
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
    }

    private Set<Kind> wanted() {
        if (none) {
            return Set.of();
        }
        Set<Kind> wanted = kinds.isEmpty() ? EnumSet.complementOf(EnumSet.of(Kind.CLOCK)) : EnumSet.copyOf(kinds);
        if (within) {
            wanted.removeIf(Kind::needsProcess);
        }
        return wanted;
    }

    private static int run(FaultSettings settings) throws Exception {
        FaultPlan plan = FaultPlan.of(
                settings.seed(),
                settings.kinds(),
                1000L * settings.placements() / settings.rate(),
                settings.everyMillis(),
                settings.brokers(),
                settings.hosts(),
                FaultSettings.OFFLINE_SECONDS * 1000L);
        System.out.printf(
                "seed %d, %d placements, faults: %s, broken: %s, files in %s%n",
                settings.seed(),
                settings.placements(),
                settings.kinds().stream().map(Kind::text).sorted().toList(),
                settings.mutations().stream().map(Mutation::text).sorted().toList(),
                settings.folder());
        try (FaultRun run = FaultRun.start(settings, Faults::tell)) {
            System.out.println(
                    Surroundings.of(settings.rules(), settings.within() ? null : settings.jar(), run.postgresql()));
            run.use(plan, settings.placements());
            run.lookAtHosts();
            return told(run.check().findings());
        }
    }

    private static void tell(String line) {
        System.out.println(line);
    }

    private static int told(Findings findings) {
        Map<Violation.Kind, List<Violation>> byKind =
                findings.violations().stream().collect(Collectors.groupingBy(Violation::kind));
        byKind.forEach((kind, violations) -> {
            System.out.printf("%s: %d%n", kind, violations.size());
            violations.stream().limit(SHOWN).forEach(violation -> System.out.println("  " + violation.what()));
        });
        findings.violations().stream()
                .mapToLong(Violation::at)
                .filter(at -> at > 0)
                .min()
                .ifPresent(at -> System.out.printf("the first shows %.1f s after the start%n", at / 1e9));
        System.out.println(byKind.isEmpty() ? "every promise held" : "promises were broken");
        return byKind.isEmpty() ? 0 : 1;
    }

    private static final class KindName implements ITypeConverter<Kind> {
        @Override
        public Kind convert(String text) {
            return Arrays.stream(Kind.values())
                    .filter(kind -> kind.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new CommandLine.TypeConversionException("no such fault: " + text));
        }
    }

    private static final class MutationName implements ITypeConverter<Mutation> {
        @Override
        public Mutation convert(String text) {
            return Arrays.stream(Mutation.values())
                    .filter(mutation -> mutation.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new CommandLine.TypeConversionException("no such broken build: " + text));
        }
    }
}
