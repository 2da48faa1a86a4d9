package io.drover.metrics;

import io.drover.fleet.FleetCensus;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.function.Supplier;

/** The fleet in numbers, counted when they are asked for. */
final class FleetMetrics {

    private FleetMetrics() {}

    static void register(Supplier<FleetCensus> census, PrometheusRegistry registry) {
        byState(
                "drover_agents",
                "Hosts by state: offline, quarantined, or their mode",
                () -> census.get().agents(),
                registry);
        byState(
                "drover_sessions",
                "Users' sessions on hosts that are online, by state",
                () -> census.get().sessions(),
                registry);
        gauge(
                "drover_placements_under_way",
                "Users who were sent to a host and are not seen there yet",
                () -> census.get().underWay(),
                registry);
        gauge(
                "drover_leases",
                "Leases that this instance knows",
                () -> census.get().leases(),
                registry);
    }

    private static void byState(
            String name, String help, Supplier<Map<String, Integer>> numbers, PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("state")
                .callback(to -> numbers.get().forEach((state, number) -> to.call(number, state)))
                .register(registry);
    }

    private static void gauge(String name, String help, Supplier<Integer> number, PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(to -> to.call(number.get()))
                .register(registry);
    }
}
