package io.drover.metrics;

import io.dropwizard.core.setup.Environment;
import io.drover.collect.ScrapeListener;
import io.drover.decision.DecisionLogCounts;
import io.drover.degraded.DegradedCounts;
import io.drover.fleet.FleetAnnouncer;
import io.drover.fleet.FleetCensus;
import io.drover.fleet.HeartbeatWriter;
import io.drover.lease.LeaseWriterCounts;
import io.drover.policy.PolicyListener;
import io.drover.probe.ProbeCounts;
import io.prometheus.metrics.exporter.servlet.jakarta.PrometheusMetricsServlet;
import io.prometheus.metrics.instrumentation.dropwizard.DropwizardExports;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** {@code GET /prometheus} on the admin connector. Safe for use by many threads. */
public final class MetricsEndpoint {

    private static final String PATH = "/prometheus";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PlacementMetrics placements = new PlacementMetrics(registry);
    private final PolicyMetrics policy = new PolicyMetrics(registry);
    private final ScrapeMetrics scrapes = new ScrapeMetrics(registry);

    /**
     * Serves what is registered, what Dropwizard measures (requests, threads, connections), and the virtual machine.
     */
    public void install(Environment environment) {
        DropwizardExports.builder()
                .dropwizardRegistry(environment.metrics())
                .metricFilter((name, metric) -> !name.startsWith("jvm."))
                .register(registry);
        JvmMetrics.builder().register(registry);
        environment
                .admin()
                .addServlet("prometheus", new PrometheusMetricsServlet(registry))
                .addMapping(PATH);
    }

    /** Counts the fleet whenever somebody looks. */
    public void fleet(Supplier<FleetCensus> census) {
        registry.register(new FleetMetrics(census));
    }

    /** Shows what this instance's probes of the hosts found. */
    public void probes(Supplier<ProbeCounts> counts) {
        registry.register(new ProbeMetrics(counts));
    }

    /** Shows what those who write to the database and tell other instances have done. */
    public void writers(
            Supplier<DecisionLogCounts> decisions,
            Supplier<LeaseWriterCounts> leases,
            HeartbeatWriter heartbeats,
            FleetAnnouncer announcer) {
        WriterMetrics.register(decisions, leases, heartbeats, announcer, registry);
    }

    /**
     * Shows what happens while the database is away.
     *
     * @param degraded whether it is, or was and something is left to be settled
     * @param waiting provisional leases that are not settled
     */
    public void degraded(BooleanSupplier degraded, IntSupplier waiting, Supplier<DegradedCounts> counts) {
        DegradedMetrics.register(degraded, waiting, counts, registry);
    }

    /** To be told of every placement. */
    public PlacementMetrics placements() {
        return placements;
    }

    /** To be told of every scrape of a host. */
    public ScrapeListener scrapes() {
        return scrapes;
    }

    /** To be told of every change of the rules. */
    public PolicyListener policy() {
        return policy;
    }
}
