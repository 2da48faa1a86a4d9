package io.drover.scenario.run;

import io.drover.fleet.Agent;
import io.drover.fleet.AgentMode;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.HeartbeatHistory;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Control;
import io.drover.scenario.Field;
import io.drover.scenario.SessionRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One agent of a scenario: what it says, what operators set, and whether it goes on reporting. */
final class SimulatedAgent {

    private final String id;
    private AgentOverlay says;
    private Agent agent;
    private List<SessionRow> sessions = List.of();
    private boolean reporting = true;
    private @Nullable HeartbeatHistory history;
    private @Nullable Heartbeat last;
    private @Nullable Instant bootedAt;

    SimulatedAgent(String id, AgentOverlay says) {
        this.id = id;
        this.says = says;
        this.agent = agent(id, says, false, 1);
    }

    private static Agent agent(String id, AgentOverlay says, boolean restartWhenDrained, long version) {
        return new Agent(
                id,
                says.hostname().orElse(id),
                says.address().orNull(),
                says.port().orNull(),
                says.mode().orElse(AgentMode.ONLINE),
                says.quarantined().orElse(false),
                says.tags().orElse(Map.of()),
                says.farmIds().orElse(List.of()),
                says.zone().orNull(),
                says.weight().orElse(100),
                says.maxSessions().orNull(),
                says.maxConcurrentLogons().orNull(),
                restartWhenDrained,
                false,
                null,
                null,
                null,
                version,
                Instant.EPOCH);
    }

    String id() {
        return id;
    }

    Agent agent() {
        return agent;
    }

    AgentOverlay says() {
        return says;
    }

    List<SessionRow> sessions() {
        return sessions;
    }

    void sessions(List<SessionRow> rows) {
        sessions = List.copyOf(rows);
    }

    /** When the host booted, null when it does not say. */
    @Nullable
    Instant bootedAt() {
        return bootedAt;
    }

    /** When the host booted, after it said its uptime. */
    @Nullable
    Instant bootedAt(Field<Integer> uptime, Instant now) {
        Integer seconds = uptime.orNull();
        if (!uptime.isPresent()) {
            return bootedAt;
        }
        return seconds == null ? null : now.minusSeconds(seconds);
    }

    void bootedAt(@Nullable Instant at) {
        bootedAt = at;
    }

    boolean isReporting() {
        return reporting;
    }

    void stopReporting() {
        reporting = false;
    }

    @Nullable
    HeartbeatHistory history() {
        return history;
    }

    @Nullable
    Heartbeat last() {
        return last;
    }

    void heard(Heartbeat accepted) {
        history = history == null ? HeartbeatHistory.of(accepted) : history.followedBy(accepted);
        last = accepted;
    }

    void refused(Heartbeat heartbeat) {
        if (history != null) {
            history = history.remembering(heartbeat);
        }
    }

    /** Lays what a file says over what was said before; operators' fields count too. */
    void lay(AgentOverlay later) {
        says = later.over(says);
        change(agent.restartWhenDrained());
    }

    private void change(boolean restartWhenDrained) {
        Agent changed = agent(id, says, restartWhenDrained, agent.controlVersion());
        if (!changed.equals(agent)) {
            agent = agent(id, says, restartWhenDrained, agent.controlVersion() + 1);
        }
    }

    /** Takes the metrics of a heartbeat; operators' fields in it change nothing. */
    void report(AgentOverlay later) {
        says = metricsOf(later).over(says);
    }

    static AgentOverlay metricsOf(AgentOverlay all) {
        return new AgentOverlay(
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                all.healthScore(),
                all.cpuPercent(),
                all.memoryUsedPercent(),
                all.activeSessions(),
                all.disconnectedSessions(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                all.remoteApps(),
                Field.absent(),
                all.rdpListenerOk(),
                Field.absent(),
                all.uptimeSeconds());
    }

    void control(Control.Patch patch) {
        Field<Boolean> quarantine =
                Objects.equals(patch.mode().orNull(), AgentMode.ONLINE) ? Field.of(false) : Field.absent();
        lay(new AgentOverlay(
                Field.absent(),
                patch.address(),
                patch.port(),
                patch.mode(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                patch.tags(),
                patch.farmIds(),
                patch.maxSessions(),
                patch.maxConcurrentLogons(),
                Field.absent(),
                Field.absent(),
                patch.weight(),
                Field.absent(),
                quarantine,
                Field.absent()));
        change(patch.restartWhenDrained().orElse(agent.restartWhenDrained()));
    }
}
