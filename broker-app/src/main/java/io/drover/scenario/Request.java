package io.drover.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway asks, before anything in it was checked.
 *
 * @param position where the file says so
 * @param username who is to be placed, in any spelling
 * @param resourceId a resource by id, null when not asked for
 * @param farmId a farm by id, null when not asked for
 * @param connectionId the connection's id, null when not sent
 * @param connectionName the connection's name, null when not sent
 * @param dataSource the back end that the connection's id belongs to, null when not sent
 * @param groups the user's groups
 * @param clientAddress where the user sits, null when not sent
 * @param excludeAgentIds hosts that are not wanted
 * @param requestId marks repetitions of one question, null when not sent
 */
public record Request(
        Position position,
        String username,
        @Nullable String resourceId,
        @Nullable String farmId,
        @Nullable String connectionId,
        @Nullable String connectionName,
        @Nullable String dataSource,
        List<String> groups,
        @Nullable String clientAddress,
        List<String> excludeAgentIds,
        @Nullable String requestId) {

    public Request {
        groups = List.copyOf(groups);
        excludeAgentIds = List.copyOf(excludeAgentIds);
    }

    /** The same question of another user. */
    public Request of(String otherUser) {
        return new Request(
                position,
                otherUser,
                resourceId,
                farmId,
                connectionId,
                connectionName,
                dataSource,
                groups,
                clientAddress,
                excludeAgentIds,
                requestId);
    }
}
