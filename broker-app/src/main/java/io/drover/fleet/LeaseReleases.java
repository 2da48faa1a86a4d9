package io.drover.fleet;

import io.drover.connection.Connection;
import io.drover.lease.Lease;
import io.drover.lease.LeaseStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Shows the fleet view what hosts and gateways report, and releases the leases that end with it. Safe for use by many
 * threads.
 */
public final class LeaseReleases {

    private final FleetView view;
    private final LeaseStore store;
    private final FleetListener others;

    /** @param others is told of every lease that ended */
    public LeaseReleases(FleetView view, LeaseStore store, FleetListener others) {
        this.view = view;
        this.store = store;
        this.others = others;
    }

    /** A heartbeat was accepted. Returns at once; a lease that cannot be released now expires by itself. */
    public void accept(Heartbeat heartbeat) {
        var unused = release(view.put(heartbeat));
    }

    /**
     * A report of a gateway is written. The stage completes when the leases that ended with it are gone, and never
     * fails: one that cannot be released now expires by itself.
     */
    public CompletionStage<?> accept(Connection connection) {
        return release(view.put(connection));
    }

    private CompletionStage<?> release(List<Lease> ended) {
        return ended.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : store.release(ended).thenAccept(this::released).exceptionally(late -> null);
    }

    private void released(List<Lease> leases) {
        leases.forEach(view::remove);
        others.leasesReleased(leases);
    }
}
