package io.drover.benchmarks.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What a run came to.
 *
 * @param rows the round in the middle, by rate, of each measurement
 * @param verdicts the targets
 */
record LoadReport(List<Row> rows, List<Verdict> verdicts) {

    private static final double OF_PGBENCH = 0.9;
    private static final double MORE_MILLIS = 1.5;
    private static final double P99_MILLIS = 20;
    private static final int FEW_CLIENTS = 8;

    LoadReport {
        rows = List.copyOf(rows);
        verdicts = List.copyOf(verdicts);
    }

    /** @param growth what is said of the fleet's size, if it was measured */
    static LoadReport of(List<Row> measured, List<Verdict> growth) {
        List<Row> rows = middles(measured);
        List<Verdict> verdicts = new ArrayList<>(judge(rows));
        verdicts.addAll(growth);
        return new LoadReport(rows, verdicts);
    }

    /** The middle one of all rounds by a figure. */
    static Row middle(List<Row> rounds, ToDoubleFunction<Row> figure) {
        return rounds.stream()
                .sorted(Comparator.comparingDouble(figure))
                .skip((rounds.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    private static List<Row> middles(List<Row> measured) {
        List<Row> rows = new ArrayList<>();
        for (Row row : measured) {
            if (rows.stream().noneMatch(row::isSame)) {
                rows.add(middle(measured.stream().filter(row::isSame).toList(), Row::rate));
            }
        }
        return rows;
    }

    private static List<Verdict> judge(List<Row> rows) {
        List<Row> broker = rows.stream().filter(LoadReport::isPeak).toList();
        List<Row> baseline =
                rows.stream().filter(row -> !row.system().equals(Row.BROKER)).toList();
        if (broker.isEmpty() || baseline.isEmpty()) {
            return List.of();
        }
        Row most = broker.stream().max(Comparator.comparingInt(Row::clients)).orElseThrow();
        double best = baseline.stream().mapToDouble(Row::rate).max().orElseThrow();
        double tail = rows.stream()
                .filter(row -> row.model().equals(Row.OPEN) && row.clients() == most.clients())
                .mapToDouble(Row::p99Ms)
                .findFirst()
                .orElse(Double.NaN);
        String name = baseline.get(0).system();
        return List.of(
                Verdict.atLeast(
                        "rate at " + most.clients() + " connections / best rate of " + name,
                        most.rate() / best,
                        OF_PGBENCH),
                Verdict.atMost(
                        "p50 at " + FEW_CLIENTS + " connections above that of " + name + ", ms",
                        p50(broker) - p50(baseline),
                        MORE_MILLIS),
                Verdict.atMost("p99 at half the peak rate, ms", tail, P99_MILLIS));
    }

    private static boolean isPeak(Row row) {
        return row.system().equals(Row.BROKER) && row.model().equals(Row.CLOSED);
    }

    private static double p50(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.clients() == FEW_CLIENTS)
                .mapToDouble(Row::p50Ms)
                .findFirst()
                .orElse(Double.NaN);
    }

    boolean isMet() {
        return verdicts.stream().allMatch(Verdict::met) && rows.stream().allMatch(row -> row.failed() == 0);
    }

    /** The table of {@code docs/reference/performance.md}, and a line for each target. */
    String text() {
        StringBuilder text = new StringBuilder("""

                | clients | model | who | 1/s | ratio | p50, ms | p99, ms | p99.9, ms | broker, µs | PostgreSQL, µs | driver, µs | others, processors |
                |---|---|---|---|---|---|---|---|---|---|---|---|
                """);
        rows.forEach(row -> text.append(line(row)));
        text.append('\n');
        verdicts.forEach(verdict -> text.append(verdict).append('\n'));
        return text.toString();
    }

    private String line(Row row) {
        return String.format(
                Locale.ROOT,
                "| %d | %s | %s | %.0f | %s | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f | %.2f |%s%n",
                row.clients(),
                row.model(),
                row.system(),
                row.rate(),
                ratio(row),
                row.p50Ms(),
                row.p99Ms(),
                row.p999Ms(),
                row.brokerMicros(),
                row.postgresMicros(),
                row.driverMicros(),
                row.othersCores(),
                row.failed() == 0 ? "" : " " + row.failed() + " FAILED");
    }

    private String ratio(Row row) {
        return rows.stream()
                .filter(other -> !other.system().equals(Row.BROKER) && isPeak(row) && other.clients() == row.clients())
                .findFirst()
                .map(other -> String.format(Locale.ROOT, "%.2f", row.rate() / other.rate()))
                .orElse("");
    }
}
