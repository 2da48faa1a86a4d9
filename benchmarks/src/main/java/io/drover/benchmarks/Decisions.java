package io.drover.benchmarks;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link DecisionBenchmark} and prints the table of {@code docs/reference/performance.md}: processor time in the
 * best second of each measurement, which a busy machine disturbs least, and ratios within the run. Ends with 1 when a
 * target is missed.
 */
public final class Decisions {

    private static final double AT_1000 = 0.6;
    private static final double AT_10000 = 0.1;
    private static final double GROWTH = 2.5;

    private final Map<String, Double> best = new TreeMap<>();
    private int missed;

    private Decisions() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) throws RunnerException {
        Decisions decisions = new Decisions();
        OptionsBuilder options = new OptionsBuilder();
        options.include(DecisionBenchmark.class.getSimpleName())
                .addProfiler(CpuTime.class)
                .shouldFailOnError(true);
        new Runner(options.build()).run().forEach(decisions::take);
        decisions.printTable();
        decisions.check("living engine / loop at 1000 hosts", decisions.toLoop("1000"), AT_1000);
        decisions.check("living engine / loop at 10000 hosts", decisions.toLoop("10000"), AT_10000);
        decisions.check("living engine at 10000 hosts / at 100", decisions.growth(), GROWTH);
        System.exit(decisions.missed);
    }

    private void take(RunResult result) {
        String method = result.getPrimaryResult().getLabel();
        double least = result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(second -> second.getSecondaryResults().get(CpuTime.RESULT))
                .mapToDouble(cpu -> cpu.getScore())
                .min()
                .orElse(Double.NaN);
        best.put(method + " " + result.getParams().getParam("hosts"), least);
    }

    private void printTable() {
        print("");
        print("| hosts | loop, µs | fresh session, µs (× loop) | living engine, µs (× loop) | heartbeat, µs |");
        print("|---|---|---|---|---|");
        for (String hosts : new String[] {"10", "100", "1000", "10000"}) {
            double loop = of("handWrittenLoop", hosts);
            double fresh = of("freshEngine", hosts);
            double living = of("livingEngine", hosts);
            print(String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %.0f (%.0f) | %.1f (%.2f) | %.1f |",
                    hosts,
                    loop,
                    fresh,
                    fresh / loop,
                    living,
                    living / loop,
                    of("heartbeat", hosts)));
        }
        print("");
    }

    private void check(String what, double ratio, double most) {
        boolean met = ratio <= most;
        print(String.format(Locale.ROOT, "%s: %.3f, at most %.1f: %s", what, ratio, most, met ? "met" : "MISSED"));
        missed = met ? missed : 1;
    }

    private double toLoop(String hosts) {
        return of("livingEngine", hosts) / of("handWrittenLoop", hosts);
    }

    private double growth() {
        return of("livingEngine", "10000") / of("livingEngine", "100");
    }

    private double of(String method, String hosts) {
        return best.getOrDefault(method + " " + hosts, Double.NaN);
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
