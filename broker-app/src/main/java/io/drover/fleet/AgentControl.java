package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that operators set on a host, as stored: unlike in an {@link Agent}, the address and the port are the
 * explicit ones, without what the host reports of itself.
 *
 * @param policy what the agent is to apply, passed through unread; null takes the farm's
 */
public record AgentControl(
        String id,
        AgentMode mode,
        boolean quarantined,
        Map<String, String> tags,
        List<String> farmIds,
        @Nullable JsonNode policy,
        @Nullable String address,
        @Nullable Integer port,
        int weight,
        @Nullable Integer maxSessions,
        @Nullable Integer maxConcurrentLogons,
        boolean restartWhenDrained,
        boolean onlineAfterRestart,
        @Nullable String reason,
        @Nullable String owner,
        @Nullable Instant until,
        long controlVersion) {

    public AgentControl {
        tags = Map.copyOf(tags);
        farmIds = List.copyOf(farmIds);
    }

    /** The mode's word. */
    public String modeText() {
        return mode.text();
    }
}
