package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Nothing is to be done. */
final class NoCommands implements CommandExchange {

    @Override
    public void acknowledge(String agentId, List<JsonNode> results) {}

    @Override
    public List<AgentCommand> due(Heartbeat heartbeat) {
        return List.of();
    }
}
