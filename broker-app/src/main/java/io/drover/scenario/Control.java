package io.drover.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.fleet.AgentMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What an operator does to an agent in a step, by force. */
public sealed interface Control {

    /** Where the file says so. */
    Position position();

    /** The agent's id. */
    String agent();

    /**
     * The agent is deleted.
     *
     * @param position where the file says so
     * @param agent the agent's id
     */
    record Delete(Position position, String agent) implements Control {}

    /**
     * The agent's control is changed; absent fields stay as they are.
     *
     * @param position where the file says so
     * @param agent the agent's id
     * @param mode what is allowed on the host
     * @param restartWhenDrained restart it once it drains and is empty
     * @param onlineAfterRestart set it online after that
     * @param tags all labels
     * @param farmIds all farms of the agent's own entry
     * @param policy passed through unread
     * @param address explicit address; unknown takes it away
     * @param port RDP port; unknown takes it away
     * @param weight percent of an ordinary host
     * @param maxSessions session limit; unknown takes it away
     * @param maxConcurrentLogons limit of placements under way; unknown takes it away
     * @param reason why
     * @param owner who
     * @param until when a drain or maintenance ends by itself; unknown is never
     */
    record Patch(
            Position position,
            String agent,
            Field<AgentMode> mode,
            Field<Boolean> restartWhenDrained,
            Field<Boolean> onlineAfterRestart,
            Field<Map<String, String>> tags,
            Field<List<String>> farmIds,
            Field<JsonNode> policy,
            Field<String> address,
            Field<Integer> port,
            Field<Integer> weight,
            Field<Integer> maxSessions,
            Field<Integer> maxConcurrentLogons,
            Field<String> reason,
            Field<String> owner,
            Field<Instant> until)
            implements Control {}
}
