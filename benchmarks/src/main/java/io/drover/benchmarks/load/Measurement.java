package io.drover.benchmarks.load;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The baseline and the broker in turns, with as many clients each. */
final class Measurement {

    private final RunningBroker broker;
    private final Baseline baseline;
    private final Duration time;
    private final PrintStream progress;

    Measurement(RunningBroker broker, Baseline baseline, Duration time, PrintStream progress) {
        this.broker = broker;
        this.baseline = baseline;
        this.time = time;
        this.progress = progress;
    }

    /** Measures each at its peak, and the broker at half of it. */
    List<Row> take(int clients) throws Exception {
        Row upsert = measure(baseline.name(), Row.CLOSED, clients, () -> baseline.closed(clients, time));
        Row peak = measure(
                Row.BROKER, Row.CLOSED, clients, () -> broker.placements().closed(clients, time));
        Row half =
                measure(Row.BROKER, Row.OPEN, clients, () -> broker.placements().open(clients, peak.rate() / 2, time));
        return List.of(upsert, peak, half);
    }

    private interface Measured {
        Sample run() throws Exception;
    }

    private Row measure(String system, String model, int clients, Measured measured) throws Exception {
        CpuSeconds before = broker.meter().read();
        Sample sample = measured.run();
        Row row = Row.of(system, model, clients, sample, broker.meter().read().minus(before));
        progress.printf(
                Locale.ROOT,
                "%4d %-6s %-8s %6.0f/s p50 %7.2f p99 %7.2f p99.9 %7.2f ms; broker %4.0f PostgreSQL %4.0f driver %4.0f us;"
                        + " others %.2f%n",
                clients,
                model,
                system,
                row.rate(),
                row.p50Ms(),
                row.p99Ms(),
                row.p999Ms(),
                row.brokerMicros(),
                row.postgresMicros(),
                row.driverMicros(),
                row.othersCores());
        return row;
    }
}
