package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What heartbeats bring of commands, and what their answers take along. Safe for use by many threads. */
public interface CommandExchange {

    /**
     * Takes what came of commands, durably. The same result may come again, and of a command that is not known.
     *
     * @param results as the agent sent them
     */
    void acknowledge(String agentId, List<JsonNode> results);

    /** What the agent of a heartbeat that was accepted is to do, the oldest first. */
    List<AgentCommand> due(Heartbeat heartbeat);
}
