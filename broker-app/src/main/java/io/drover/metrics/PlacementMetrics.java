package io.drover.metrics;

import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import io.drover.placement.PlacementLog;
import io.drover.placement.PlacementRecord;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;

/** Counts placements by what came of them, and measures how long they took. Safe for use by many threads. */
public final class PlacementMetrics implements PlacementLog {

    private static final double[] SECONDS = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5
    };

    private final Counter placements;
    private final Counter tries;
    private final Histogram decide;
    private final Histogram commit;
    private final Histogram total;

    /** Makes the metrics known to a registry, at nought. */
    public PlacementMetrics(PrometheusRegistry registry) {
        placements = Counter.builder()
                .name("drover_placements_total")
                .help("Placements by outcome (placed, refused) and reason (why this host, or the refusal's code)")
                .labelNames("outcome", "reason")
                .register(registry);
        tries = Counter.builder()
                .name("drover_placement_tries_total")
                .help("Decisions made for placements; more than placements when the fleet changed under them")
                .register(registry);
        decide = seconds("drover_decision_seconds", "Time in the policy for a placement", registry);
        commit = seconds("drover_commit_seconds", "Time until the lease of a placement was durable", registry);
        total = seconds("drover_placement_seconds", "Time from a request for a placement to its answer", registry);
    }

    private static Histogram seconds(String name, String help, PrometheusRegistry registry) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .unit(Unit.SECONDS)
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .register(registry);
    }

    @Override
    public void record(PlacementRecord placement) {
        count(placement.answer());
        tries.inc(placement.tries());
        decide.observe(Unit.nanosToSeconds(placement.decideNanos()));
        if (placement.commitNanos() > 0) {
            commit.observe(Unit.nanosToSeconds(placement.commitNanos()));
        }
        total.observe(Unit.nanosToSeconds(placement.totalNanos()));
    }

    private void count(PlacementDecision answer) {
        if (answer instanceof Placed placed) {
            placements.labelValues("placed", placed.reason().text()).inc();
        } else if (answer instanceof Refused refused) {
            placements.labelValues("refused", refused.code()).inc();
        }
    }
}
