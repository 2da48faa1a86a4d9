package io.drover.placement;

import io.drover.policy.fact.Reason;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a gateway is answered. */
public sealed interface PlacementDecision {

    /**
     * A host, leased: durably, unless provisional.
     *
     * @param agentId the host
     * @param hostname its name
     * @param address where RDP goes
     * @param port the RDP port
     * @param farmId the farm, empty for the whole fleet
     * @param resourceId the resource, empty for none
     * @param reason why this host
     * @param healthScore its health, 0 to 100
     * @param tokens connection tokens
     * @param leaseExpires when the lease ends unless it is used
     * @param decisionId key of the decision record
     * @param policyRevision the rules that decided
     * @param provisional whether the database was away, so that the lease is known to this instance alone
     */
    record Placed(
            String agentId,
            String hostname,
            String address,
            int port,
            String farmId,
            String resourceId,
            Reason reason,
            int healthScore,
            Map<String, String> tokens,
            Instant leaseExpires,
            String decisionId,
            String policyRevision,
            boolean provisional)
            implements PlacementDecision {
        public Placed {
            tokens = Collections.unmodifiableMap(new LinkedHashMap<>(tokens));
        }
    }

    /**
     * No host; nothing was written.
     *
     * @param code {@code invalid_request}, {@code broker_disabled}, {@code resource_not_found},
     *     {@code ambiguous_resource}, {@code farm_unavailable}, {@code no_eligible_host}, {@code policy_failed},
     *     {@code storage_unavailable}, or what an author's rule says
     * @param message one sentence, safe to show
     * @param excluded hosts by the first reason that bars them
     * @param decisionId key of the decision record, null when none was made
     */
    record Refused(
            String code,
            String message,
            Map<String, Integer> excluded,
            @Nullable String decisionId) implements PlacementDecision {
        public Refused {
            excluded = Collections.unmodifiableMap(new LinkedHashMap<>(excluded));
        }
    }

    /** The connection is not a published resource, so it is none of the broker's business. */
    record Unbrokered() implements PlacementDecision {}
}
