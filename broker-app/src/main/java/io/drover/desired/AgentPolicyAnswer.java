package io.drover.desired;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The policy that an agent is to apply.
 *
 * @param source who has it: {@code agent}, {@code farm}, {@code global}, or {@code none}
 * @param sourceId the agent or farm
 * @param revision which one, null when there is none
 * @param updatedAt when it was set
 * @param who who set it
 * @param policy the document, as it was set
 * @param reportedRevision which one the agent says that it applies, null when it does not say
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AgentPolicyAnswer(
        String source,
        @Nullable String sourceId,
        @Nullable String revision,
        @Nullable Instant updatedAt,
        @Nullable String who,
        @Nullable JsonNode policy,
        @Nullable String reportedRevision) {

    static AgentPolicyAnswer of(Optional<AgentPolicyRevision> effective, @Nullable String reportedRevision) {
        AgentPolicyRevision policy = effective.orElse(null);
        if (policy == null || policy.policy() == null) {
            return new AgentPolicyAnswer("none", null, null, null, null, null, reportedRevision);
        }
        return new AgentPolicyAnswer(
                policy.ownerKind(),
                policy.ownerId().isEmpty() ? null : policy.ownerId(),
                policy.revision(),
                policy.at(),
                policy.who(),
                policy.policy(),
                reportedRevision);
    }
}
