package io.drover.benchmarks.load;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Two brokers that place in turns, compared by the processor time that a placement costs. */
final class Contest {

    static final int CLIENTS = 32;

    private final RunningBroker one;
    private final RunningBroker other;
    private final Duration time;
    private final PrintStream progress;

    Contest(RunningBroker one, RunningBroker other, Duration time, PrintStream progress) {
        this.one = one;
        this.other = other;
        this.time = time;
        this.progress = progress;
    }

    /** The median over the rounds of what the other one costs, by what the first one costs. */
    double ratio(int rounds) throws Exception {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Row first = measure(one);
            Row second = measure(other);
            ratios.add(second.serviceMicros() / first.serviceMicros());
            progress.printf(
                    Locale.ROOT,
                    "processor time of a placement, broker + PostgreSQL: %.0f + %.0f us and %.0f + %.0f us,"
                            + " ratio %.2f; %.0f/s and %.0f/s, driver %.0f us%n",
                    first.brokerMicros(),
                    first.postgresMicros(),
                    second.brokerMicros(),
                    second.postgresMicros(),
                    second.serviceMicros() / first.serviceMicros(),
                    first.rate(),
                    second.rate(),
                    second.driverMicros());
        }
        Collections.sort(ratios);
        return ratios.get((ratios.size() - 1) / 2);
    }

    private Row measure(RunningBroker broker) throws Exception {
        CpuSeconds before = broker.meter().read();
        Sample sample = broker.placements().closed(CLIENTS, time);
        CpuSeconds used = broker.meter().read().minus(before);
        return Row.of(Row.BROKER, Row.CLOSED, CLIENTS, sample, used);
    }
}
