package io.drover.placement;

import java.util.List;

/**
 * What a gateway asks. Texts are empty when not given; nothing is checked yet.
 *
 * @param username who asks, in any spelling
 * @param connectionId the Guacamole connection's id
 * @param connectionName the Guacamole connection's name
 * @param resourceId the published resource
 * @param farmId the farm
 * @param groups the user's groups
 * @param clientAddress where the user sits
 * @param nodeId the gateway node that asks
 * @param dataSource the back end that the connection id belongs to
 * @param excludeAgentIds hosts that just failed for this user
 * @param requestId one per user action: asked again within 10 s, the same grant is given again
 */
public record PlacementRequest(
        String username,
        String connectionId,
        String connectionName,
        String resourceId,
        String farmId,
        List<String> groups,
        String clientAddress,
        String nodeId,
        String dataSource,
        List<String> excludeAgentIds,
        String requestId) {

    public PlacementRequest {
        groups = List.copyOf(groups);
        excludeAgentIds = List.copyOf(excludeAgentIds);
    }
}
