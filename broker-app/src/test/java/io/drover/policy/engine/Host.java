package io.drover.policy.engine;

import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.AgentView.RemoteAppView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host for tests, well and empty unless told otherwise. Each word makes a new one. */
record Host(AgentView view) {

    static Host named(String id) {
        return new Host(new AgentView(
                id, id, "", "online", false, true, 90, 10.0, 20.0, 0, 0, 0, 0, null, null, 100, true, "unknown", 0,
                false, Map.of(), List.of(), List.of()));
    }

    Host mode(String mode) {
        return copy(mode, view.online(), view.healthScore(), view.cpuPercent(), view.activeSessions());
    }

    Host offline() {
        return copy(view.mode(), false, view.healthScore(), view.cpuPercent(), view.activeSessions());
    }

    Host health(@Nullable Integer health) {
        return copy(view.mode(), view.online(), health, view.cpuPercent(), view.activeSessions());
    }

    Host cpu(@Nullable Double cpu) {
        return copy(view.mode(), view.online(), view.healthScore(), cpu, view.activeSessions());
    }

    Host active(int sessions) {
        return copy(view.mode(), view.online(), view.healthScore(), view.cpuPercent(), sessions);
    }

    private Host copy(String mode, boolean online, @Nullable Integer health, @Nullable Double cpu, int active) {
        return new Host(new AgentView(
                view.id(),
                view.hostname(),
                view.zone(),
                mode,
                view.quarantined(),
                online,
                health,
                cpu,
                view.memoryUsedPercent(),
                active,
                view.disconnectedSessions(),
                view.otherSessions(),
                view.underWay(),
                view.maxSessions(),
                view.maxConcurrentLogons(),
                view.weight(),
                view.rdpListenerOk(),
                view.probeState(),
                view.failedUsers(),
                view.fresh(),
                view.tags(),
                view.farmIds(),
                view.remoteApps()));
    }

    Host underWay(int placements) {
        return limits(placements, view.maxSessions(), view.maxConcurrentLogons());
    }

    Host maxSessions(int most) {
        return limits(view.underWay(), most, view.maxConcurrentLogons());
    }

    Host maxLogons(int most) {
        return limits(view.underWay(), view.maxSessions(), most);
    }

    private Host limits(int underWay, @Nullable Integer maxSessions, @Nullable Integer maxLogons) {
        return new Host(new AgentView(
                view.id(),
                view.hostname(),
                view.zone(),
                view.mode(),
                view.quarantined(),
                view.online(),
                view.healthScore(),
                view.cpuPercent(),
                view.memoryUsedPercent(),
                view.activeSessions(),
                view.disconnectedSessions(),
                view.otherSessions(),
                underWay,
                maxSessions,
                maxLogons,
                view.weight(),
                view.rdpListenerOk(),
                view.probeState(),
                view.failedUsers(),
                view.fresh(),
                view.tags(),
                view.farmIds(),
                view.remoteApps()));
    }

    Host tags(Map<String, String> tags) {
        return words(tags, view.farmIds(), view.remoteApps());
    }

    Host farms(String... farmIds) {
        return words(view.tags(), List.of(farmIds), view.remoteApps());
    }

    Host app(String resourceId, boolean ready) {
        return words(view.tags(), view.farmIds(), List.of(new RemoteAppView(resourceId, "", ready)));
    }

    private Host words(Map<String, String> tags, List<String> farmIds, List<RemoteAppView> apps) {
        return new Host(new AgentView(
                view.id(),
                view.hostname(),
                view.zone(),
                view.mode(),
                view.quarantined(),
                view.online(),
                view.healthScore(),
                view.cpuPercent(),
                view.memoryUsedPercent(),
                view.activeSessions(),
                view.disconnectedSessions(),
                view.otherSessions(),
                view.underWay(),
                view.maxSessions(),
                view.maxConcurrentLogons(),
                view.weight(),
                view.rdpListenerOk(),
                view.probeState(),
                view.failedUsers(),
                view.fresh(),
                tags,
                farmIds,
                apps));
    }
}
