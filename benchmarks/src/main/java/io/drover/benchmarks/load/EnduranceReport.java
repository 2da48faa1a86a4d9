package io.drover.benchmarks.load;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a long run came to: the middle of each figure in its last quarter beside that in its second.
 *
 * @param samples in the order of time
 * @param verdicts whether each figure stayed within its bound
 */
record EnduranceReport(List<Footprint> samples, List<Verdict> verdicts) {

    /** Tables that grow for as long as records are kept. */
    static final Set<String> GROWING =
            Set.of("audit", "connection", "decision", "decision_epoch", "policy_revision", "verdict");

    private static final int FEWEST = 8;
    private static final double MUCH_DEAD = 10_000;
    private static final double KIB_FREE = 1_024;

    /** A table that was never larger does not grow. */
    private static final double SMALL_KIB = 256;

    EnduranceReport {
        samples = List.copyOf(samples);
        verdicts = List.copyOf(verdicts);
    }

    /** @throws IllegalArgumentException when there are fewer than two samples in a quarter */
    static EnduranceReport of(List<Footprint> samples) {
        if (samples.size() < FEWEST) {
            throw new IllegalArgumentException(samples.size() + " samples are too few, there must be " + FEWEST
                    + ": run longer or sample oftener");
        }
        Quarters quarters = new Quarters(samples);
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(quarters.within("heap after a collection, MiB", Footprint::heapMiB, 1.1, 4));
        verdicts.add(quarters.within("metaspace, MiB", Footprint::metaspaceMiB, 1.05, 2));
        verdicts.add(quarters.within("resident memory, MiB", Footprint::residentMiB, 1.1, 32));
        verdicts.add(quarters.within("threads", Footprint::threads, 1, 2));
        verdicts.add(quarters.within("open files", Footprint::files, 1, 5));
        verdicts.add(quarters.within("connections to the database", Footprint::connections, 1, 2));
        verdicts.add(quarters.within("p99, ms", Footprint::p99Ms, 1.5, 5));
        verdicts.add(
                Verdict.atLeast("rate, 1/s", quarters.last(Footprint::rate), 0.95 * quarters.second(Footprint::rate)));
        for (String table : names(samples)) {
            ToDoubleFunction<Footprint> size = sample -> sample.table(table).kiB();
            verdicts.add(
                    GROWING.contains(table)
                            ? Verdict.atMost(
                                    table + ", KiB more in the last quarter",
                                    quarters.lastGrowth(size),
                                    1.25 * quarters.secondGrowth(size) + KIB_FREE)
                            : quarters.within(table + ", KiB", size, 1.25, KIB_FREE));
            verdicts.add(quarters.within(
                    table + ", dead rows", sample -> sample.table(table).dead(), 1.5, MUCH_DEAD));
        }
        Footprint end = samples.get(samples.size() - 1);
        verdicts.add(Verdict.atMost("requests not answered with 200", (double) end.failed(), 0));
        verdicts.add(Verdict.atLeast("changed rules that decided", end.revisions() - 1.0, 0.8 * end.edits() - 1));
        return new EnduranceReport(samples, verdicts);
    }

    private static Collection<String> names(List<Footprint> samples) {
        return samples.stream()
                .flatMap(sample -> sample.tables().entrySet().stream())
                .filter(table -> table.getValue().kiB() > SMALL_KIB)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    boolean isMet() {
        return verdicts.stream().allMatch(Verdict::met);
    }

    /** The second quarter and the last one, a line for each bound that was not kept, and whether all were. */
    String text() {
        StringBuilder text = new StringBuilder("\n| figure | in the last quarter | bound |\n|---|---|---|\n");
        verdicts.forEach(verdict -> text.append(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f |%s%n",
                verdict.target(),
                verdict.measured(),
                verdict.bound(),
                verdict.met() ? "" : " MISSED")));
        return text.append('\n')
                .append(isMet() ? "Nothing grew." : "Something grew, or did not hold.")
                .append('\n')
                .toString();
    }

    static String header(Footprint first) {
        return "second,heap_mib,metaspace_mib,resident_mib,threads,files,connections,rate,p99_ms,failed,edits,revisions,"
                + new TreeSet<>(first.tables().keySet())
                        .stream().map(name -> name + "_kib," + name + "_dead").collect(Collectors.joining(","));
    }

    static String line(Footprint sample) {
        return String.format(
                        Locale.ROOT,
                        "%.0f,%.1f,%.1f,%.1f,%d,%d,%d,%.1f,%.2f,%d,%d,%d,",
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
                        sample.edits(),
                        sample.revisions())
                + new TreeSet<>(sample.tables().keySet())
                        .stream()
                                .map(sample::table)
                                .map(table -> String.format(Locale.ROOT, "%.0f,%d", table.kiB(), table.dead()))
                                .collect(Collectors.joining(","));
    }

    /** The samples of the second and of the last quarter. */
    private record Quarters(List<Footprint> all) {

        double second(ToDoubleFunction<Footprint> figure) {
            return middle(secondQuarter(), figure);
        }

        double last(ToDoubleFunction<Footprint> figure) {
            return middle(lastQuarter(), figure);
        }

        double secondGrowth(ToDoubleFunction<Footprint> figure) {
            return growth(secondQuarter(), figure);
        }

        double lastGrowth(ToDoubleFunction<Footprint> figure) {
            return growth(lastQuarter(), figure);
        }

        Verdict within(String what, ToDoubleFunction<Footprint> figure, double times, double more) {
            return Verdict.atMost(what, last(figure), times * second(figure) + more);
        }

        private List<Footprint> secondQuarter() {
            return all.subList(all.size() / 4, all.size() / 2);
        }

        private List<Footprint> lastQuarter() {
            return all.subList(all.size() - all.size() / 4, all.size());
        }

        private static double middle(List<Footprint> some, ToDoubleFunction<Footprint> figure) {
            return some.stream()
                    .mapToDouble(figure)
                    .sorted()
                    .skip(some.size() / 2)
                    .findFirst()
                    .orElse(Double.NaN);
        }

        private static double growth(List<Footprint> some, ToDoubleFunction<Footprint> figure) {
            return figure.applyAsDouble(some.get(some.size() - 1)) - figure.applyAsDouble(some.get(0));
        }
    }
}
