package io.drover.desired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A policy for agents, as it was set once.
 *
 * @param revision grows with time, over all owners
 * @param ownerKind {@code agent}, {@code farm} or {@code global}
 * @param ownerId empty for global
 * @param policy what was set, null when it was taken away
 * @param who the actor's name
 * @param at when, by the database's clock
 */
public record AgentPolicyRevision(
        String revision,
        String ownerKind,
        String ownerId,
        @Nullable JsonNode policy,
        String who,
        Instant at) {

    /** The policy as agents are told it; null when it was taken away. */
    @Nullable
    JsonNode told() {
        if (policy == null) {
            return null;
        }
        ObjectNode told = JsonNodeFactory.instance.objectNode();
        told.put("revision", revision).put("updated_at", at.toString());
        policy.properties().forEach(field -> {
            if (!told.has(field.getKey())) {
                told.set(field.getKey(), field.getValue());
            }
        });
        return told;
    }
}
