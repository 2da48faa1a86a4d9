package io.drover.scenario;

import io.drover.fleet.AgentMode;
import io.drover.fleet.ProbeState;
import io.drover.fleet.RemoteAppStatus;
import java.util.List;
import java.util.Map;

/**
 * What a file says of one agent. Absent fields keep what an earlier file or step said, and have these defaults at
 * first.
 *
 * @param hostname the agent's id by default
 * @param address explicit address; unknown takes it away
 * @param port RDP port, 1 to 65535; unknown takes it away
 * @param mode online by default
 * @param lastSeen age of the last heartbeat in seconds at the start or at the step, unknown for never; when absent the
 *     agent keeps reporting
 * @param healthScore as reported, also out of range; unknown by default
 * @param cpuPercent as reported, also out of range; unknown by default
 * @param memoryUsedPercent as reported, also out of range; unknown by default
 * @param activeSessions sessions of users without a name, beside the listed ones; 0 by default
 * @param disconnectedSessions the same, disconnected
 * @param tags labels
 * @param farmIds farms by the agent's own entry
 * @param maxSessions session limit; unknown is none
 * @param maxConcurrentLogons limit of placements under way; unknown is none
 * @param zone name of a place; unknown is none
 * @param remoteApps the managed RemoteApps as reported
 * @param weight percent of an ordinary host, 1 to 10000; 100 by default
 * @param rdpListenerOk whether the RDP listener answers; unknown by default
 * @param probeState what the broker's own probes say; unknown by default, and after a change of the address
 * @param quarantined false by default
 * @param uptimeSeconds seconds since the host booted, at the start or at the step; unknown by default
 * @param scraped that the health comes from a scrape; absent by default
 */
public record AgentOverlay(
        Field<String> hostname,
        Field<String> address,
        Field<Integer> port,
        Field<AgentMode> mode,
        Field<Double> lastSeen,
        Field<Double> healthScore,
        Field<Double> cpuPercent,
        Field<Double> memoryUsedPercent,
        Field<Integer> activeSessions,
        Field<Integer> disconnectedSessions,
        Field<Map<String, String>> tags,
        Field<List<String>> farmIds,
        Field<Integer> maxSessions,
        Field<Integer> maxConcurrentLogons,
        Field<String> zone,
        Field<List<RemoteAppStatus>> remoteApps,
        Field<Integer> weight,
        Field<Boolean> rdpListenerOk,
        Field<ProbeState> probeState,
        Field<Boolean> quarantined,
        Field<Integer> uptimeSeconds,
        Field<Scraped> scraped) {

    /** This agent laid over what was said of it earlier; a scrape takes the place of a health score. */
    public AgentOverlay over(AgentOverlay earlier) {
        return new AgentOverlay(
                hostname.over(earlier.hostname),
                address.over(earlier.address),
                port.over(earlier.port),
                mode.over(earlier.mode),
                lastSeen.over(earlier.lastSeen),
                scraped.isPresent() ? healthScore : healthScore.over(earlier.healthScore),
                cpuPercent.over(earlier.cpuPercent),
                memoryUsedPercent.over(earlier.memoryUsedPercent),
                activeSessions.over(earlier.activeSessions),
                disconnectedSessions.over(earlier.disconnectedSessions),
                tags.over(earlier.tags),
                farmIds.over(earlier.farmIds),
                maxSessions.over(earlier.maxSessions),
                maxConcurrentLogons.over(earlier.maxConcurrentLogons),
                zone.over(earlier.zone),
                remoteApps.over(earlier.remoteApps),
                weight.over(earlier.weight),
                rdpListenerOk.over(earlier.rdpListenerOk),
                probeState.over(earlier.probeState),
                quarantined.over(earlier.quarantined),
                uptimeSeconds.over(earlier.uptimeSeconds),
                scraped.over(earlier.scraped));
    }
}
