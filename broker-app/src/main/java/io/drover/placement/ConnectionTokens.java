package io.drover.placement;

import io.drover.catalog.Resource;
import io.drover.fleet.Agent;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tokens that a gateway puts into a connection. */
final class ConnectionTokens {

    private final String prefix;

    /** @param prefix what every token's name starts with, without the underscore */
    ConnectionTokens(String prefix) {
        this.prefix = prefix;
    }

    /**
     * The tokens for a host, sorted by name. With a resource all of its tokens are there, empty for a desktop: a token
     * left out would stay literally in the connection.
     */
    Map<String, String> of(Agent agent, @Nullable Resource resource) {
        Map<String, String> tokens = new TreeMap<>();
        tokens.put(prefix + "_HOST", agent.target());
        tokens.put(prefix + "_AGENT_ID", agent.id());
        if (resource != null) {
            boolean app = resource.kind().equals("remoteapp");
            tokens.put(prefix + "_RESOURCE_ID", resource.id());
            tokens.put(prefix + "_REMOTE_APP", app ? resource.remoteApp() : "");
            tokens.put(prefix + "_REMOTE_APP_DIR", app ? resource.remoteAppDir() : "");
            tokens.put(prefix + "_REMOTE_APP_ARGS", app ? resource.startArguments() : "");
        }
        return tokens;
    }
}
