package io.drover.metrics;

import io.drover.decision.DecisionLogCounts;
import io.drover.fleet.FleetAnnouncer;
import io.drover.fleet.HeartbeatWriter;
import io.drover.lease.LeaseWriterCounts;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What was written to the database and told to other instances, and what could not be. */
final class WriterMetrics {

    private final PrometheusRegistry registry;

    private WriterMetrics(PrometheusRegistry registry) {
        this.registry = registry;
    }

    static void register(
            Supplier<DecisionLogCounts> decisions,
            Supplier<LeaseWriterCounts> leases,
            HeartbeatWriter heartbeats,
            FleetAnnouncer announcer,
            PrometheusRegistry registry) {
        WriterMetrics metrics = new WriterMetrics(registry);
        metrics.decisions(decisions);
        metrics.leases(leases);
        metrics.heartbeats(heartbeats);
        metrics.announcements(announcer);
    }

    private void heartbeats(HeartbeatWriter writer) {
        waiting("drover_heartbeats_waiting", "Hosts whose last heartbeat waits to be written", writer::waiting);
        counter(
                "drover_heartbeats_dropped_total",
                "Heartbeats that other instances never hear of: too many waited, or the database refused them",
                () -> writer.dropped() + writer.refused());
    }

    private void announcements(FleetAnnouncer announcer) {
        counter(
                "drover_notifications_total",
                "Notifications by which other instances are told of changes",
                announcer::bulletins);
        counter(
                "drover_notification_failures_total",
                "Times that others could not be told, and are made to read the fleet again",
                announcer::failures);
    }

    private void decisions(Supplier<DecisionLogCounts> counts) {
        counter(
                "drover_decisions_written_total",
                "Decision records in the database",
                () -> counts.get().written());
        counter(
                "drover_decisions_dropped_total",
                "Decision records lost: too many waited, or the database refused them",
                () -> counts.get().dropped() + counts.get().refused());
        counter(
                "drover_decision_write_failures_total",
                "Tries to write decision records that failed and are made again",
                () -> counts.get().failures());
        waiting(
                "drover_decisions_waiting",
                "Decision records that wait to be written",
                () -> counts.get().waiting());
    }

    private void leases(Supplier<LeaseWriterCounts> counts) {
        counter(
                "drover_lease_batches_total",
                "Statements that committed leases",
                () -> counts.get().batches());
        counter(
                "drover_lease_rows_total",
                "Leases committed",
                () -> counts.get().rows());
        counter(
                "drover_leases_released_total",
                "Leases ended early",
                () -> counts.get().released());
        counter(
                "drover_lease_connections_lost_total",
                "Connections of the lease writer that failed",
                () -> counts.get().connectionsLost());
        counter(
                "drover_lease_failures_total",
                "Requests whose lease could not be made durable: too slow, turned away, or the statement failed",
                () -> counts.get().timeouts()
                        + counts.get().rejected()
                        + counts.get().sqlErrors());
        waiting(
                "drover_leases_waiting",
                "Requests that wait for their lease",
                () -> counts.get().waiting());
    }

    private void counter(String name, String help, LongSupplier number) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .callback(to -> to.call((double) number.getAsLong()))
                .register(registry);
    }

    private void waiting(String name, String help, LongSupplier number) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(to -> to.call((double) number.getAsLong()))
                .register(registry);
    }
}
