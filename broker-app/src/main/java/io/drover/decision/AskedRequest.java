package io.drover.decision;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway asked, word for word. Texts are empty when not given.
 *
 * @param username who asks, as spelled
 * @param connectionId the Guacamole connection's id
 * @param connectionName the Guacamole connection's name
 * @param resourceId the published resource
 * @param farmId the farm
 * @param groups the user's groups
 * @param clientAddress where the user sits
 * @param nodeId the gateway node that asks
 * @param dataSource the back end that the connection id belongs to
 * @param excludeAgentIds hosts that the caller excludes
 * @param requestId one per user action
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AskedRequest(
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

    public AskedRequest {
        username = given(username);
        connectionId = given(connectionId);
        connectionName = given(connectionName);
        resourceId = given(resourceId);
        farmId = given(farmId);
        groups = givenList(groups);
        clientAddress = given(clientAddress);
        nodeId = given(nodeId);
        dataSource = given(dataSource);
        excludeAgentIds = givenList(excludeAgentIds);
        requestId = given(requestId);
    }

    /** A request that says who asks, and nothing else. */
    public static AskedRequest of(String username) {
        return new AskedRequest(username, "", "", "", "", List.of(), "", "", "", List.of(), "");
    }

    private static String given(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static List<String> givenList(@Nullable List<String> texts) {
        return texts == null ? List.of() : List.copyOf(texts);
    }
}
