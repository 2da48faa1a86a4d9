package io.drover;

import io.drover.degraded.DegradedConfig;
import io.drover.degraded.DegradedCounts;
import io.drover.degraded.DegradedLeaseStore;
import io.drover.degraded.KnownLeases;
import io.drover.degraded.Leading;
import io.drover.degraded.Outage;
import io.drover.degraded.OutageAudit;
import io.drover.degraded.OutageListener;
import io.drover.fleet.FleetAnnouncer;
import io.drover.fleet.ViewRecovery;
import io.drover.lease.Lease;
import io.drover.lease.LeaseStore;
import io.drover.metrics.MetricsEndpoint;
import io.drover.placement.PlacementLog;
import io.drover.placement.PlacementRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Places users while the database is away, if the settings allow it; otherwise leases go to the database alone. */
final class DegradedMode implements PlacementLog {

    private final LeaseStore durable;
    private final OutageAudit audit;
    private final @Nullable DegradedLeaseStore store;

    /**
     * @param durable the store in the database
     * @param view is asked for the leases that are known, and told of those that are provisional
     * @param leading which lease leads a user where
     * @param recovery begins when the database is back
     * @param announcer tells other instances of leases that became durable
     */
    DegradedMode(
            DegradedConfig config,
            LeaseStore durable,
            KnownLeases view,
            Leading leading,
            ViewRecovery recovery,
            FleetAnnouncer announcer,
            OutageAudit audit,
            InstantSource clock) {
        this.durable = durable;
        this.audit = audit;
        store = config.enabled()
                ? new DegradedLeaseStore(
                        durable, view, leading, config.longest(), clock, listener(recovery, announcer, audit))
                : null;
    }

    private static OutageListener listener(ViewRecovery recovery, FleetAnnouncer announcer, OutageAudit audit) {
        return new OutageListener() {
            @Override
            public void written(Lease lease) {
                announcer.leasesWritten(List.of(lease));
            }

            @Override
            public void ended(Outage outage) {
                recovery.begin(Duration.between(outage.began(), outage.ended()));
                if (outage.counts().given() > 0) {
                    audit.ended(outage);
                }
            }
        };
    }

    /** Where leases are to be committed. */
    LeaseStore leases() {
        return store == null ? durable : store;
    }

    @Override
    public void record(PlacementRecord placement) {
        Lease lease = placement.lease();
        if (store != null && lease != null && lease.isProvisional()) {
            store.decided(lease, placement.decisionId());
        }
    }

    /** Settles provisional leases once the database is back, and tells the audit of the time without it. */
    void keepUp(Upkeep upkeep) {
        if (store != null) {
            upkeep.settle("settle provisional leases", store::settle);
            upkeep.settle("tell the audit of a time without the database", audit::write);
        }
    }

    void measure(MetricsEndpoint metrics) {
        metrics.degraded(
                () -> store != null && store.isDegraded(),
                () -> store == null ? 0 : store.waiting(),
                () -> store == null ? DegradedCounts.NONE : store.counts());
    }

    /** Until when users are placed without the database; empty while they are not. */
    Optional<Instant> until() {
        return store == null ? Optional.empty() : store.until();
    }
}
