package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Several listeners as one: each is told in turn, the first one first. One that throws does not keep the next ones. */
public final class FleetListeners implements FleetListener {

    private final List<FleetListener> listeners;

    public FleetListeners(FleetListener... listeners) {
        this.listeners = List.of(listeners);
    }

    @Override
    public void agentsChanged(Set<String> ids) {
        each(listener -> listener.agentsChanged(ids));
    }

    @Override
    public void heartbeatsChanged(Set<String> agentIds) {
        each(listener -> listener.heartbeatsChanged(agentIds));
    }

    @Override
    public void farmsChanged(Set<String> ids) {
        each(listener -> listener.farmsChanged(ids));
    }

    @Override
    public void resourcesChanged(Set<String> ids) {
        each(listener -> listener.resourcesChanged(ids));
    }

    @Override
    public void connectionsChanged(Set<String> decisionIds) {
        each(listener -> listener.connectionsChanged(decisionIds));
    }

    @Override
    public void leasesWritten(List<Lease> leases) {
        each(listener -> listener.leasesWritten(leases));
    }

    @Override
    public void leasesReleased(List<Lease> leases) {
        each(listener -> listener.leasesReleased(leases));
    }

    @Override
    public void commandsChanged(Set<String> agentIds) {
        each(listener -> listener.commandsChanged(agentIds));
    }

    @Override
    public void globalPolicyChanged() {
        each(FleetListener::globalPolicyChanged);
    }

    @Override
    public void reload() {
        each(FleetListener::reload);
    }

    private void each(Consumer<FleetListener> call) {
        RuntimeException first = null;
        for (FleetListener listener : listeners) {
            try {
                call.accept(listener);
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
