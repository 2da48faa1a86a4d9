package io.drover.policy.fact;

import java.util.Set;

/**
 * What a gateway asked; the data behind the facts {@link Call} and {@link Request}. Texts are empty when not given.
 *
 * @param resourceId the resource asked for
 * @param farmId the farm asked for
 * @param connectionId the Guacamole connection's id
 * @param connectionName the connection's name, trimmed and in lower case
 * @param dataSource the back end that the connection id belongs to
 * @param groups the user's groups
 * @param clientAddress where the user sits
 * @param nodeId the gateway node that asks
 */
public record CallView(
        String resourceId,
        String farmId,
        String connectionId,
        String connectionName,
        String dataSource,
        Set<String> groups,
        String clientAddress,
        String nodeId) {

    public CallView {
        groups = Set.copyOf(groups);
    }
}
