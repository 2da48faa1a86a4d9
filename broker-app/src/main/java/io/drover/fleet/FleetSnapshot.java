package io.drover.fleet;

import io.drover.catalog.Resource;
import io.drover.connection.Connection;
import io.drover.lease.Lease;
import java.util.List;

/**
 * The whole fleet at one moment.
 *
 * @param heartbeats those that were not known
 * @param leaseRevs of all leases that had not ended
 * @param leases those of them that were not known; all when it was not sure what was known
 * @param connections those that are open, and those that ended a while ago
 */
public record FleetSnapshot(
        List<Agent> agents,
        List<Heartbeat> heartbeats,
        List<Farm> farms,
        List<Resource> resources,
        LeaseRevs leaseRevs,
        List<Lease> leases,
        List<Connection> connections) {

    /** Nothing. */
    public static final FleetSnapshot EMPTY =
            new FleetSnapshot(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    /** One for somebody who knew none of the leases. */
    public FleetSnapshot(
            List<Agent> agents,
            List<Heartbeat> heartbeats,
            List<Farm> farms,
            List<Resource> resources,
            List<Lease> leases,
            List<Connection> connections) {
        this(agents, heartbeats, farms, resources, LeaseRevs.of(leases), leases, connections);
    }

    public FleetSnapshot {
        agents = List.copyOf(agents);
        heartbeats = List.copyOf(heartbeats);
        farms = List.copyOf(farms);
        resources = List.copyOf(resources);
        leases = List.copyOf(leases);
        connections = List.copyOf(connections);
    }
}
