package io.drover.placement;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.drover.placement.PlacementDecision.Placed;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a placement; fields as in the protocol.
 *
 * @param agentId the host
 * @param hostname its name
 * @param address where RDP goes
 * @param port the RDP port
 * @param farmId left out when there is none
 * @param resourceId left out when there is none
 * @param reconnect whether the user returns to something
 * @param reason why this host
 * @param healthScore 0 to 100
 * @param tokens for the connection
 * @param leaseExpires when the lease ends unless it is used
 * @param decisionId key of the decision record
 * @param policyRevision the rules that decided
 * @param provisional true when the database was away; left out else
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PlacementAnswer(
        String agentId,
        String hostname,
        String address,
        int port,
        @Nullable String farmId,
        @Nullable String resourceId,
        boolean reconnect,
        String reason,
        int healthScore,
        Map<String, String> tokens,
        Instant leaseExpires,
        String decisionId,
        String policyRevision,
        @Nullable Boolean provisional) {

    static PlacementAnswer of(Placed placed) {
        return new PlacementAnswer(
                placed.agentId(),
                placed.hostname(),
                placed.address(),
                placed.port(),
                emptyToNull(placed.farmId()),
                emptyToNull(placed.resourceId()),
                placed.reason().reconnect(),
                placed.reason().text(),
                placed.healthScore(),
                placed.tokens(),
                placed.leaseExpires(),
                placed.decisionId(),
                placed.policyRevision(),
                placed.provisional() ? true : null);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
