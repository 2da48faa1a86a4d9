package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent is to have.
 *
 * @param policy what it is to apply; null when nothing, or when it says that it has done so
 * @param remoteApps all RemoteApps that it is to publish; what it published for the broker and is not here, is to go
 */
public record DesiredState(@Nullable JsonNode policy, List<DesiredRemoteApp> remoteApps) {

    public static final DesiredState NOTHING = new DesiredState(null, List.of());

    public DesiredState {
        remoteApps = List.copyOf(remoteApps);
    }
}
