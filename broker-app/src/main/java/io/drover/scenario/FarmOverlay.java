package io.drover.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * What a file says of one farm.
 *
 * @param name the id by default
 * @param description empty by default
 * @param enabled true by default
 * @param agentIds members by the farm's own entry
 * @param requiredTags tags that make a member
 * @param strategy {@code score} by default
 * @param jitter false by default
 * @param minHealthScore unknown is the setting
 * @param policy passed through unread
 */
public record FarmOverlay(
        Field<String> name,
        Field<String> description,
        Field<Boolean> enabled,
        Field<List<String>> agentIds,
        Field<Map<String, String>> requiredTags,
        Field<String> strategy,
        Field<Boolean> jitter,
        Field<Integer> minHealthScore,
        Field<JsonNode> policy) {

    /** This farm laid over what was said of it earlier. */
    public FarmOverlay over(FarmOverlay earlier) {
        return new FarmOverlay(
                name.over(earlier.name),
                description.over(earlier.description),
                enabled.over(earlier.enabled),
                agentIds.over(earlier.agentIds),
                requiredTags.over(earlier.requiredTags),
                strategy.over(earlier.strategy),
                jitter.over(earlier.jitter),
                minHealthScore.over(earlier.minHealthScore),
                policy.over(earlier.policy));
    }
}
