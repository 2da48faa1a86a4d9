package io.drover.policy.fact;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that the policy is told of a host; the data behind the fact {@link Agent}.
 *
 * @param id the host's id
 * @param hostname its name
 * @param zone free name of a place, empty when none
 * @param mode {@code online}, {@code drain} or {@code maintenance}
 * @param quarantined awaits an operator after a re-enrolment or rename
 * @param online a heartbeat came less than {@code offline_after_seconds} ago
 * @param healthScore 0 to 100, null while unknown
 * @param cpuPercent 0 to 100, null while unknown
 * @param memoryUsedPercent 0 to 100, null while unknown
 * @param activeSessions sessions in use, 0 or more
 * @param disconnectedSessions sessions left behind, 0 or more
 * @param otherSessions users' sessions in any other state, 0 or more
 * @param underWay placements whose session has not been seen yet, 0 or more
 * @param maxSessions session limit, null for none
 * @param maxConcurrentLogons limit of placements under way, null for none
 * @param weight percent of an ordinary host, 1 to 10000
 * @param rdpListenerOk false when the host reported its RDP listener dead
 * @param probeState what the broker's own looks at the RDP port say: {@code unknown} (also for none), {@code answers},
 *     {@code silent}, {@code refused}, {@code unreachable} or {@code not-rdp}
 * @param failedUsers different users whose connection failed there within the last minute
 * @param fresh booted less than {@code slow_start_seconds} ago
 * @param tags labels
 * @param farmIds farms that the host lists
 * @param remoteApps readiness of managed RemoteApps
 */
public record AgentView(
        String id,
        String hostname,
        String zone,
        String mode,
        boolean quarantined,
        boolean online,
        @Nullable Integer healthScore,
        @Nullable Double cpuPercent,
        @Nullable Double memoryUsedPercent,
        int activeSessions,
        int disconnectedSessions,
        int otherSessions,
        int underWay,
        @Nullable Integer maxSessions,
        @Nullable Integer maxConcurrentLogons,
        int weight,
        boolean rdpListenerOk,
        String probeState,
        int failedUsers,
        boolean fresh,
        Map<String, String> tags,
        List<String> farmIds,
        List<RemoteAppView> remoteApps) {

    public AgentView {
        Objects.requireNonNull(id, "id");
        probeState = Objects.requireNonNullElse(probeState, "").isEmpty() ? "unknown" : probeState;
        tags = Map.copyOf(tags);
        farmIds = List.copyOf(farmIds);
        remoteApps = List.copyOf(remoteApps);
    }

    /**
     * What a host says of one managed RemoteApp.
     *
     * @param resourceId the resource, empty when the host does not know
     * @param alias the alias without leading pipes
     * @param ready published, its program there, in step with what is wanted, and without error
     */
    public record RemoteAppView(String resourceId, String alias, boolean ready) {}

    /** All of the users' sessions. */
    public int sessions() {
        return activeSessions + disconnectedSessions + otherSessions;
    }
}
