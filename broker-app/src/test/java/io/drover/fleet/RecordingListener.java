package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Writes down what it is told. */
final class RecordingListener implements FleetListener {

    final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();

    record Agents(Set<String> ids) {}

    record Heartbeats(Set<String> ids) {}

    record Farms(Set<String> ids) {}

    record Resources(Set<String> ids) {}

    record Connections(Set<String> ids) {}

    record Written(List<Lease> leases) {}

    record Released(List<Lease> leases) {}

    record Reload() {}

    /** The next thing it was told; waits for it a while. */
    Object next() throws InterruptedException {
        Object next = heard.poll(20, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was told");
        }
        return next;
    }

    @Override
    public void agentsChanged(Set<String> ids) {
        heard.add(new Agents(ids));
    }

    @Override
    public void heartbeatsChanged(Set<String> agentIds) {
        heard.add(new Heartbeats(agentIds));
    }

    @Override
    public void farmsChanged(Set<String> ids) {
        heard.add(new Farms(ids));
    }

    @Override
    public void resourcesChanged(Set<String> ids) {
        heard.add(new Resources(ids));
    }

    @Override
    public void connectionsChanged(Set<String> decisionIds) {
        heard.add(new Connections(decisionIds));
    }

    @Override
    public void leasesWritten(List<Lease> leases) {
        heard.add(new Written(leases));
    }

    @Override
    public void leasesReleased(List<Lease> leases) {
        heard.add(new Released(leases));
    }

    @Override
    public void reload() {
        heard.add(new Reload());
    }
}
