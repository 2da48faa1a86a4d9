package io.drover.fleet;

import io.drover.lease.Lease;
import io.drover.lease.LeaseWriter;
import java.util.List;

/** Shows heartbeats to the fleet view, and releases the leases whose session is gone. Safe for use by many threads. */
public final class LeaseReleases {

    private final FleetView view;
    private final LeaseWriter writer;
    private final FleetListener others;

    /** @param others is told of every lease that ended */
    public LeaseReleases(FleetView view, LeaseWriter writer, FleetListener others) {
        this.view = view;
        this.writer = writer;
        this.others = others;
    }

    /** A heartbeat was accepted. Returns at once; a lease that cannot be released now expires by itself. */
    public void accept(Heartbeat heartbeat) {
        List<Lease> ended = view.put(heartbeat);
        if (!ended.isEmpty()) {
            var unused = writer.release(ended).thenAccept(this::released);
        }
    }

    private void released(List<Lease> leases) {
        leases.forEach(view::remove);
        others.leasesReleased(leases);
    }
}
