package io.drover.policy.fact;

import java.util.List;
import java.util.Map;

/**
 * All that the policy is told of a farm; the data behind the fact {@link Farm}.
 *
 * @param id the farm's id, empty for the whole fleet
 * @param enabled a disabled farm refuses everybody
 * @param agentIds hosts that the farm lists
 * @param requiredTags labels that make a host a member
 * @param strategy how hosts are scored
 * @param jitter pick among the best few
 * @param minHealthScore 0 to 100, the farm's own or else the setting's
 */
public record FarmView(
        String id,
        boolean enabled,
        List<String> agentIds,
        Map<String, String> requiredTags,
        String strategy,
        boolean jitter,
        int minHealthScore) {

    public FarmView {
        agentIds = List.copyOf(agentIds);
        requiredTags = Map.copyOf(requiredTags);
    }

    /** The same with another strategy. */
    public FarmView withStrategy(String other) {
        return new FarmView(id, enabled, agentIds, requiredTags, other, jitter, minHealthScore);
    }

    /** The farm that stands for all hosts, where no farm was asked for. */
    public static FarmView wholeFleet(int minHealthScore) {
        return new FarmView("", true, List.of(), Map.of(), "score", false, minHealthScore);
    }
}
