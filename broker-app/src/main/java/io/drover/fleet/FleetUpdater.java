package io.drover.fleet;

import io.drover.catalog.Resource;
import io.drover.lease.Lease;
import java.util.List;
import java.util.Set;

/**
 * Brings what changed in the database into the fleet view: it reads the rows that changed, and tells the view of them.
 * Calls fail as the database does. Safe for use by many threads.
 */
public final class FleetUpdater implements FleetListener {

    private final FleetLoader loader;
    private final FleetView view;

    public FleetUpdater(FleetLoader loader, FleetView view) {
        this.loader = loader;
        this.view = view;
    }

    @Override
    public void agentsChanged(Set<String> ids) {
        Found<Agent> agents = loader.agents(ids);
        agents.present().forEach(view::put);
        agents.absent().forEach(view::removeAgent);
    }

    @Override
    public void heartbeatsChanged(Set<String> agentIds) {
        loader.heartbeats(agentIds).present().forEach(view::put);
    }

    @Override
    public void farmsChanged(Set<String> ids) {
        Found<Farm> farms = loader.farms(ids);
        farms.present().forEach(view::put);
        farms.absent().forEach(view::removeFarm);
    }

    @Override
    public void resourcesChanged(Set<String> ids) {
        Found<Resource> resources = loader.resources(ids);
        resources.present().forEach(view::put);
        resources.absent().forEach(view::removeResource);
    }

    @Override
    public void connectionsChanged(Set<String> decisionIds) {
        loader.connections(decisionIds).present().forEach(view::put);
    }

    @Override
    public void leasesWritten(List<Lease> leases) {
        leases.forEach(view::put);
    }

    @Override
    public void leasesReleased(List<Lease> leases) {
        leases.forEach(view::remove);
    }

    @Override
    public void reload() {
        Known before = view.known();
        view.reload(loader.load(before), before);
    }
}
