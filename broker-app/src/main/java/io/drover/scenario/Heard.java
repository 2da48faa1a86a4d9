package io.drover.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A heartbeat that arrives in a step. What it leaves out is as the agent last reported it.
 *
 * @param position where the file says so
 * @param agent the agent that it names
 * @param bootId the boot it counts within, null when not sent
 * @param seq its number within the boot, null when not sent
 * @param clockOffset seconds by which the agent's own clock is ahead of the true time
 * @param says the metrics; operator's fields in it must change nothing
 * @param sessions the new list of sessions of named users on this agent
 */
public record Heard(
        Position position,
        String agent,
        @Nullable String bootId,
        @Nullable Long seq,
        double clockOffset,
        AgentOverlay says,
        Field<List<SessionRow>> sessions) {}
