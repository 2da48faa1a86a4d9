package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A group of hosts that users are placed within.
 *
 * @param id its name in requests and rules
 * @param name for people
 * @param description for people
 * @param enabled a disabled farm refuses everybody
 * @param agentIds hosts that belong to it by its own entry
 * @param requiredTags a host that carries every one of them belongs to it; empty selects nobody
 * @param strategy a name that the rules know; {@code score} counts where those in service no longer know it
 * @param jitter pick among the best few hosts instead of the very best
 * @param minHealthScore 0 to 100; null is the setting {@code min_health_score}
 * @param policy what agents of the farm are to apply, passed through unread
 * @param controlVersion grows with every change
 */
public record Farm(
        String id,
        String name,
        String description,
        boolean enabled,
        List<String> agentIds,
        Map<String, String> requiredTags,
        String strategy,
        boolean jitter,
        @Nullable Integer minHealthScore,
        @Nullable JsonNode policy,
        long controlVersion) {

    public Farm {
        agentIds = List.copyOf(agentIds);
        requiredTags = Map.copyOf(requiredTags);
    }

    /** The same with another policy for its agents, null for none. */
    Farm withPolicy(@Nullable JsonNode other) {
        return new Farm(
                id,
                name,
                description,
                enabled,
                agentIds,
                requiredTags,
                strategy,
                jitter,
                minHealthScore,
                other,
                controlVersion);
    }
}
