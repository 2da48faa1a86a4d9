package io.drover.metrics;

import io.drover.degraded.DegradedCounts;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What happens while the database is away. */
final class DegradedMetrics {

    private DegradedMetrics() {}

    static void register(
            BooleanSupplier degraded,
            IntSupplier waiting,
            Supplier<DegradedCounts> counts,
            PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name("drover_degraded")
                .help("1 while users are placed without the database, or leases of that time are not settled")
                .callback(to -> to.call(degraded.getAsBoolean() ? 1 : 0))
                .register(registry);
        GaugeWithCallback.builder()
                .name("drover_provisional_leases_waiting")
                .help("Leases given without the database that are not settled")
                .callback(to -> to.call(waiting.getAsInt()))
                .register(registry);
        CounterWithCallback.builder()
                .name("drover_provisional_placements_total")
                .help("Placements answered without the database")
                .callback(to -> to.call((double) counts.get().given()))
                .register(registry);
        CounterWithCallback.builder()
                .name("drover_provisional_leases_settled_total")
                .help("Leases given without the database, by what became of them: kept, conflicting (the person was"
                        + " placed elsewhere by another instance), closed (an operator had changed the host), expired")
                .labelNames("outcome")
                .callback(to -> {
                    DegradedCounts now = counts.get();
                    to.call((double) now.kept(), "kept");
                    to.call((double) now.conflicting(), "conflicting");
                    to.call((double) now.closed(), "closed");
                    to.call((double) now.expired(), "expired");
                })
                .register(registry);
    }
}
