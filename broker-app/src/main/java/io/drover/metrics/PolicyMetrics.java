package io.drover.metrics;

import io.drover.control.Actor;
import io.drover.policy.PolicyListener;
import io.drover.policy.PolicyStatus;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** Counts how the rules change, and shows which ones decide. Safe for use by many threads. */
final class PolicyMetrics implements PolicyListener {

    private final Counter installs;
    private final Counter refusals;
    private final Gauge revision;
    private final Gauge degraded;

    PolicyMetrics(PrometheusRegistry registry) {
        installs = Counter.builder()
                .name("drover_policy_installs_total")
                .help("Times that other rules began to decide, the start among them")
                .register(registry);
        refusals = Counter.builder()
                .name("drover_policy_refusals_total")
                .help("Times that rules were refused")
                .register(registry);
        revision = Gauge.builder()
                .name("drover_policy_revision")
                .help("1 for the revision of the rules that decide")
                .labelNames("revision")
                .register(registry);
        degraded = Gauge.builder()
                .name("drover_policy_degraded")
                .help("1 while other rules decide than those in the folder")
                .register(registry);
    }

    @Override
    public void installed(PolicyStatus status, String before, Duration took) {
        installs.inc();
        revision.clear();
        revision.labelValues(status.revision()).set(1);
        see(status);
    }

    @Override
    public void mended(PolicyStatus status) {
        see(status);
    }

    @Override
    public void refused(PolicyStatus status, Actor who) {
        refusals.inc();
        see(status);
    }

    private void see(PolicyStatus status) {
        degraded.set(status.degraded() ? 1 : 0);
    }
}
