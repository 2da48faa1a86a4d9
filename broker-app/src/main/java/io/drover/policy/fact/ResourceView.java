package io.drover.policy.fact;

import java.util.Set;

/**
 * All that the policy is told of a published resource; the data behind the fact {@link Resource}.
 *
 * @param id the resource's id
 * @param kind {@code desktop} or {@code remoteapp}
 * @param farmId its farm, empty when the request or the default decides
 * @param connectionId the Guacamole connection's id, empty when not mapped by id
 * @param connectionName the connection's name, trimmed and in lower case, empty when not mapped by name
 * @param dataSource the data source that the connection id belongs to, empty for any
 * @param alias the RemoteApp's alias without pipes, in lower case, empty for a desktop
 * @param managed whether readiness of the RemoteApp gates placement
 * @param groups who may see it, empty for everybody
 * @param enabled whether it is published
 */
public record ResourceView(
        String id,
        String kind,
        String farmId,
        String connectionId,
        String connectionName,
        String dataSource,
        String alias,
        boolean managed,
        Set<String> groups,
        boolean enabled) {

    public ResourceView {
        groups = Set.copyOf(groups);
    }
}
