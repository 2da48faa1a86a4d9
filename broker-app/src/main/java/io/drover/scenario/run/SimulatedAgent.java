package io.drover.scenario.run;

import io.drover.control.Violation;
import io.drover.control.Violations;
import io.drover.fleet.Agent;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.HeartbeatHistory;
import io.drover.fleet.HeartbeatReport;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Control;
import io.drover.scenario.Field;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One agent of a scenario: what it says, what operators set, and whether it goes on reporting. */
final class SimulatedAgent {

    private final String id;
    private AgentOverlay says;
    private EnrolledHost host;
    private Agent agent;
    private LaidSessions sessions = LaidSessions.NONE;
    private boolean reporting = true;
    private @Nullable HeartbeatHistory history;
    private @Nullable Heartbeat last;
    private @Nullable Instant bootedAt;
    private @Nullable WantedRestart restart;

    SimulatedAgent(String id, AgentOverlay given) {
        this.id = id;
        this.host = EnrolledHost.of(id).with(given);
        this.says = metricsOf(given);
        this.agent = host.agent(1);
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

    LaidSessions sessions() {
        return sessions;
    }

    void sessions(LaidSessions laid) {
        sessions = laid;
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

    /** Takes in a heartbeat that is the newest: what the host says of itself, and whether it has booted. */
    void heard(HeartbeatReport accepted) {
        Heartbeat heartbeat = accepted.heartbeat();
        history = history == null ? HeartbeatHistory.of(heartbeat) : history.followedBy(heartbeat);
        last = heartbeat;
        become(host.saying(accepted.identity()));
        if (restart != null && host.wantsRestart()) {
            boolean over = restart.isOver(heartbeat);
            become(over ? host.restarted() : host);
            restart = over ? null : restart.delivered();
        }
    }

    /** Takes in what a host that is silent is now said to have reported last; its heartbeats are in order as before. */
    void restated(Heartbeat heartbeat) {
        last = heartbeat;
    }

    void refused(Heartbeat heartbeat) {
        if (history != null) {
            history = history.remembering(heartbeat);
        }
    }

    /** Who and where the host says it is, and what operators set. */
    EnrolledHost host() {
        return host;
    }

    /** Lays what a file says over what was said before; operators' fields count too. */
    void lay(AgentOverlay given) {
        says = metricsOf(given).over(says);
        become(host.with(given));
    }

    /** Takes the metrics of a heartbeat; operators' fields in it change nothing. */
    void report(AgentOverlay later) {
        says = reportedBy(later).over(says);
    }

    /**
     * An operator changes the host.
     *
     * @return what forbids it; nothing is changed then
     */
    List<Violation> control(Control.Patch patch, Instant now) {
        Violations violations = new Violations();
        EnrolledHost next = host.with(patch, now, violations);
        if (violations.isEmpty()) {
            become(next);
        }
        return violations.list();
    }

    /** Begins the restart of a drained host, or forgets one that is not wanted any more. */
    void restartWhen(boolean drained) {
        if (!host.wantsRestart()) {
            restart = null;
        } else if (restart == null && drained && last != null) {
            restart = WantedRestart.since(last);
        }
    }

    /** Goes online when its drain or maintenance is over; a host that knows of a restart comes back after it. */
    void endWhenDue(Instant now) {
        Instant end = host.end();
        if (end != null && !end.isAfter(now) && (restart == null || !restart.isKnown())) {
            become(host.online());
        }
    }

    private void become(EnrolledHost next) {
        host = next;
        if (!next.agent(agent.controlVersion()).equals(agent)) {
            agent = next.agent(agent.controlVersion() + 1);
        }
    }

    /** What a host reports of its load: of a heartbeat also its own session limit. */
    static AgentOverlay reportedBy(AgentOverlay heard) {
        return metrics(heard, heard.maxSessions());
    }

    private static AgentOverlay metricsOf(AgentOverlay given) {
        return metrics(given, Field.absent());
    }

    private static AgentOverlay metrics(AgentOverlay all, Field<Integer> ownLimit) {
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
                ownLimit,
                Field.absent(),
                Field.absent(),
                all.remoteApps(),
                Field.absent(),
                all.rdpListenerOk(),
                Field.absent(),
                Field.absent(),
                all.uptimeSeconds(),
                all.scraped());
    }
}
