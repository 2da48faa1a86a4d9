package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.JsonFields;
import io.drover.control.Violations;
import io.drover.policy.Strategies;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A farm as an operator wants it. Members that do not exist are allowed: they may enrol later.
 *
 * @param id empty when one is to be made
 * @param name empty takes the id
 */
public record FarmDraft(
        String id,
        String name,
        String description,
        boolean enabled,
        List<String> agentIds,
        Map<String, String> requiredTags,
        String strategy,
        boolean jitter,
        @Nullable Integer minHealthScore,
        @Nullable JsonNode policy) {

    public FarmDraft {
        agentIds = List.copyOf(agentIds);
        requiredTags = Map.copyOf(requiredTags);
    }

    /** Reads the JSON of the protocol; fields that are left out or null take their usual value. */
    public static FarmDraft read(JsonNode json, Violations violations) {
        JsonFields fields = new JsonFields(json, violations);
        FarmDraft draft = new FarmDraft(
                fields.text("id").or("", ""),
                fields.text("name").or("", ""),
                fields.text("description").or("", ""),
                fields.bool("enabled").or(true, true),
                fields.texts("agent_ids").or(List.of(), List.of()),
                fields.textMap("required_tags").or(Map.of(), Map.of()),
                fields.text("strategy").or(Strategies.USUAL, Strategies.USUAL),
                fields.bool("jitter").or(false, false),
                fields.integer("min_health_score").or(null),
                fields.object("policy").or(null));
        fields.integer("control_version");
        fields.refuseOthers();
        return draft;
    }

    /** Finds what may not be. */
    public void check(Violations violations) {
        violations.id("id", id);
        violations.name("name", name);
        violations.text("description", description);
        violations.ids("agent_ids", agentIds);
        violations.tags("required_tags", requiredTags);
        violations.id("strategy", strategy);
        violations.range("min_health_score", minHealthScore, 0, 100);
        violations.policy("policy", policy);
    }

    /** Finds what the rules do not know. */
    void check(Strategies strategies, Violations violations) {
        if (!strategies.knows(strategy)) {
            violations.add("strategy", strategies.refusal(strategy));
        }
    }

    /** The same with an id, and a name where it has none. */
    FarmDraft under(String newId) {
        return new FarmDraft(
                newId,
                name.isBlank() ? newId : name.strip(),
                description,
                enabled,
                agentIds,
                requiredTags,
                strategy,
                jitter,
                minHealthScore,
                policy);
    }

    Farm farm() {
        return new Farm(
                id, name, description, enabled, agentIds, requiredTags, strategy, jitter, minHealthScore, policy, 0);
    }
}
