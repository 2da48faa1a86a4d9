package io.drover.simulate;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A host as it is when the storm begins, and what a user costs it.
 *
 * @param id its id
 * @param weight percent of an ordinary host, 1 to 10000
 * @param maxSessions most sessions, null for no limit
 * @param maxConcurrentLogons most logons at once, null for no limit
 * @param activeSessions sessions in use that stay for the whole storm
 * @param disconnectedSessions sessions left behind that stay for the whole storm
 * @param healthScore 0 to 100
 * @param cpuPercent 0 to 100, without the users of the storm
 * @param memoryUsedPercent 0 to 100, without the users of the storm
 * @param cpuPerSession what each user of the storm adds, in percent
 * @param memoryPerSession what each user of the storm adds, in percent
 * @param cpuPerLogon what each logon adds while it lasts, in percent
 * @param uptimeSeconds how long it is up, null when it does not say
 * @param tags free labels
 * @param zone free name of a place, null for none
 */
public record StormHost(
        String id,
        int weight,
        @Nullable Integer maxSessions,
        @Nullable Integer maxConcurrentLogons,
        int activeSessions,
        int disconnectedSessions,
        int healthScore,
        double cpuPercent,
        double memoryUsedPercent,
        double cpuPerSession,
        double memoryPerSession,
        double cpuPerLogon,
        @Nullable Integer uptimeSeconds,
        Map<String, String> tags,
        @Nullable String zone) {

    public StormHost {
        tags = Map.copyOf(tags);
    }

    /** The sessions that are there from the start. */
    public int sessions() {
        return activeSessions + disconnectedSessions;
    }

    /** The same under another id. */
    StormHost named(String other) {
        return new StormHost(
                other,
                weight,
                maxSessions,
                maxConcurrentLogons,
                activeSessions,
                disconnectedSessions,
                healthScore,
                cpuPercent,
                memoryUsedPercent,
                cpuPerSession,
                memoryPerSession,
                cpuPerLogon,
                uptimeSeconds,
                tags,
                zone);
    }
}
