package io.drover.metrics;

import io.drover.collect.ScrapeListener;
import io.drover.collect.ScrapeOutcome;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Counts scrapes of hosts without an agent. Safe for use by many threads. */
final class ScrapeMetrics implements ScrapeListener {

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Counter scrapes;
    private final Histogram seconds;
    private final Gauge hosts;
    private final Gauge refused;

    ScrapeMetrics(PrometheusRegistry registry) {
        scrapes = Counter.builder()
                .name("drover_scrapes_total")
                .help("Scrapes of hosts without an agent, by outcome")
                .labelNames("outcome")
                .register(registry);
        seconds = Histogram.builder()
                .name("drover_scrape_seconds")
                .help("How long exporters took to answer, or until they were given up")
                .classicOnly()
                .classicUpperBounds(0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
                .register(registry);
        hosts = Gauge.builder()
                .name("drover_scraped_hosts")
                .help("Hosts of the file of hosts: all of them, and those that this instance scrapes")
                .labelNames("which")
                .register(registry);
        refused = Gauge.builder()
                .name("drover_hosts_file_refused")
                .help("1 while the file of hosts is refused and a former version holds")
                .register(registry);
        for (ScrapeOutcome outcome : ScrapeOutcome.values()) {
            scrapes.initLabelValues(outcome.word());
        }
        looked(0, 0, false);
    }

    @Override
    public void scraped(ScrapeOutcome outcome, Duration took) {
        scrapes.labelValues(outcome.word()).inc();
        seconds.observe(took.toNanos() / NANOS);
    }

    @Override
    public void looked(int held, int all, boolean fileRefused) {
        hosts.labelValues("all").set(all);
        hosts.labelValues("here").set(held);
        refused.set(fileRefused ? 1 : 0);
    }
}
