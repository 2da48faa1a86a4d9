package io.drover.metrics;

import io.drover.fleet.FleetCensus;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.function.Supplier;

/** The fleet in numbers, counted once whenever they are asked for. */
final class FleetMetrics implements MultiCollector {

    private final Supplier<FleetCensus> census;

    FleetMetrics(Supplier<FleetCensus> census) {
        this.census = census;
    }

    @Override
    public MetricSnapshots collect() {
        FleetCensus now = census.get();
        return MetricSnapshots.of(
                byState("drover_agents", "Hosts by state: offline, quarantined, or their mode", now.agents()),
                byState(
                        "drover_agents_probed",
                        "Hosts that are online, by what this instance's probes of their RDP port say",
                        now.probed()),
                byState("drover_sessions", "Users' sessions on hosts that are online, by state", now.sessions()),
                gauge(
                        "drover_placements_under_way",
                        "Users who were sent to a host and are not seen there yet",
                        now.underWay()),
                gauge("drover_leases", "Leases that this instance knows", now.leases()));
    }

    private static GaugeSnapshot byState(String name, String help, Map<String, Integer> numbers) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        numbers.forEach((state, number) -> gauge.dataPoint(point(Labels.of("state", state), number)));
        return gauge.build();
    }

    private static GaugeSnapshot gauge(String name, String help, int number) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(point(Labels.EMPTY, number))
                .build();
    }

    private static GaugeDataPointSnapshot point(Labels labels, int number) {
        return GaugeDataPointSnapshot.builder().labels(labels).value(number).build();
    }
}
