package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of an agent: what operators set, and what the host last said of itself. What is unknown is left out.
 *
 * @param id 32 hexadecimal digits
 * @param hostname its name
 * @param address where RDP goes
 * @param port the RDP port
 * @param mode what operators allow
 * @param online whether it reports
 * @param quarantined whether it waits for an operator to set it online
 * @param policy what it is to apply by its own entry; only for one agent
 * @param lastSeen when its last heartbeat came, by the database's clock
 * @param healthScore 0 to 100
 * @param cpuPercent 0 to 100
 * @param memoryUsedPercent 0 to 100
 * @param activeSessions sessions in use
 * @param disconnectedSessions sessions that wait for their user
 * @param sessions the sessions themselves; only for one agent
 * @param remoteApps the managed RemoteApps; only for one agent
 * @param report what else its last heartbeat said, and why its health is what it is; only for one agent
 * @param drain how empty a host is that is not online; only for one agent
 * @param probeState what this instance's probes of the RDP port say
 * @param probe the last of them; only for one agent
 * @param conflict the other machine that reports under the id; only for one agent
 * @param controlVersion the version that {@code If-Match} guards
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AgentAnswer(
        String id,
        String hostname,
        String address,
        int port,
        AgentMode mode,
        boolean online,
        boolean quarantined,
        @Nullable String reason,
        @Nullable String owner,
        @Nullable Instant until,
        Map<String, String> tags,
        List<String> farmIds,
        @Nullable String zone,
        int weight,
        @Nullable Integer maxSessions,
        @Nullable Integer maxConcurrentLogons,
        boolean restartWhenDrained,
        boolean onlineAfterRestart,
        @Nullable JsonNode policy,
        Instant enrolledAt,
        @Nullable Instant lastSeen,
        @Nullable Integer healthScore,
        @Nullable Double cpuPercent,
        @Nullable Double memoryUsedPercent,
        @Nullable Boolean rdpListenerOk,
        @Nullable ProbeState probeState,
        @Nullable Long uptimeSeconds,
        @Nullable Integer activeSessions,
        @Nullable Integer disconnectedSessions,
        @Nullable List<SessionAnswer> sessions,
        @Nullable List<RemoteAppStatus> remoteApps,
        @Nullable JsonNode report,
        @Nullable DrainProgress drain,
        @Nullable ProbeAnswer probe,
        @Nullable AgentConflict conflict,
        long controlVersion) {

    /** What is shown of one agent only, beside its record and its heartbeat. */
    record Rest(
            @Nullable JsonNode policy,
            @Nullable JsonNode report,
            @Nullable DrainProgress drain,
            @Nullable AgentConflict conflict) {

        static final Rest NONE = new Rest(null, null, null, null);
    }

    /**
     * What was heard of a host and found at it.
     *
     * @param heartbeat the last one, null when there is none
     * @param probed what this instance's probes found, null when it did not probe
     */
    record Heard(@Nullable Heartbeat heartbeat, @Nullable Probed probed) {}

    /**
     * The JSON of what this instance's probes found.
     *
     * @param last what the last one found
     * @param failures how many in a row got no answer
     * @param at when the last one ended
     */
    record ProbeAnswer(ProbeState last, int failures, Instant at) {

        static ProbeAnswer of(Probed probed) {
            return new ProbeAnswer(probed.last(), probed.failures(), probed.at());
        }
    }

    /** The JSON of a session. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SessionAnswer(
            long id,
            String user,
            String domain,
            String state,
            @Nullable Instant logonAt,
            @Nullable Long idleSeconds) {

        static SessionAnswer of(Session session) {
            return new SessionAnswer(
                    session.id(),
                    session.user().user(),
                    session.user().domain(),
                    session.state(),
                    session.logonAt(),
                    session.idleSeconds());
        }
    }

    /**
     * One agent among many, without its sessions and RemoteApps.
     *
     * @param now the database's time
     * @param offlineAfter how old the heartbeat of an online host may be
     */
    static AgentAnswer brief(Agent agent, Heard heard, Instant now, Duration offlineAfter) {
        return of(agent, Rest.NONE, heard, false, now, offlineAfter);
    }

    /** One agent with all that is known of it. */
    static AgentAnswer full(Agent agent, Rest rest, Heard heard, Instant now, Duration offlineAfter) {
        return of(agent, rest, heard, true, now, offlineAfter);
    }

    private static AgentAnswer of(
            Agent agent, Rest rest, Heard heard, boolean full, Instant now, Duration offlineAfter) {
        Heartbeat last = heard.heartbeat();
        Probed probed = heard.probed();
        return new AgentAnswer(
                agent.id(),
                agent.hostname(),
                agent.target(),
                agent.targetPort(),
                agent.mode(),
                last != null && now.isBefore(last.receivedAt().plus(offlineAfter)),
                agent.quarantined(),
                agent.reason(),
                agent.owner(),
                agent.until(),
                agent.tags(),
                agent.farmIds(),
                agent.zone(),
                agent.weight(),
                agent.maxSessions(),
                agent.maxConcurrentLogons(),
                agent.restartWhenDrained(),
                agent.onlineAfterRestart(),
                rest.policy(),
                agent.enrolledAt(),
                last == null ? null : last.receivedAt(),
                last == null ? null : last.healthScore(),
                last == null ? null : last.cpuPercent(),
                last == null ? null : last.memoryUsedPercent(),
                last == null ? null : last.rdpListenerOk(),
                probed == null ? null : probed.state(),
                last == null ? null : last.uptimeSeconds(),
                last == null ? null : count(last, "active", "connected"),
                last == null ? null : count(last, "disconnected"),
                last == null || !full
                        ? null
                        : last.sessions().stream().map(SessionAnswer::of).toList(),
                last == null || !full ? null : last.remoteApps(),
                rest.report(),
                rest.drain(),
                probed == null || !full ? null : ProbeAnswer.of(probed),
                rest.conflict(),
                agent.controlVersion());
    }

    private static int count(Heartbeat heartbeat, String... states) {
        return Math.toIntExact(heartbeat.sessions().stream()
                .filter(session -> List.of(states).contains(session.state()))
                .count());
    }
}
