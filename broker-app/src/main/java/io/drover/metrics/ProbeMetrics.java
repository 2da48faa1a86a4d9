package io.drover.metrics;

import io.drover.probe.ProbeCounts;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Supplier;

/** What this instance's probes of the hosts found. */
final class ProbeMetrics implements MultiCollector {

    private final Supplier<ProbeCounts> counts;

    ProbeMetrics(Supplier<ProbeCounts> counts) {
        this.counts = counts;
    }

    @Override
    public MetricSnapshots collect() {
        ProbeCounts now = counts.get();
        CounterSnapshot.Builder ended =
                CounterSnapshot.builder().name("drover_probes").help("Probes of hosts' RDP ports, by what they found");
        now.byFinding()
                .forEach((found, number) -> ended.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(Labels.of("found", found.text()))
                        .value(number)
                        .build()));
        return MetricSnapshots.of(
                ended.build(),
                gauge("drover_probes_under_way", "Probes that have not ended", now.underWay()),
                gauge(
                        "drover_probes_overdue",
                        "Hosts whose probe waits an interval longer than it should: too many do not answer",
                        now.overdue()));
    }

    private static GaugeSnapshot gauge(String name, String help, int number) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(number).build())
                .build();
    }
}
