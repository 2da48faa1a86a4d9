package io.drover.fleet;

import java.time.Instant;

/**
 * What this instance's probes of a host found.
 *
 * @param agentId the host
 * @param target the address that was probed
 * @param port the port that was probed
 * @param state what the rules are told
 * @param last what the last probe found
 * @param failures how many probes in a row got no answer, 0 or more
 * @param at when the last probe ended, by the database's clock
 */
public record Probed(
        String agentId, String target, int port, ProbeState state, ProbeState last, int failures, Instant at) {

    /** What rules are told of a host whatever probes found. */
    public static Probed of(Agent agent, ProbeState state, Instant at) {
        return new Probed(agent.id(), agent.target(), agent.targetPort(), state, state, 0, at);
    }

    /** Whether the agent is still where it was probed. */
    boolean isOf(Agent agent) {
        return target.equals(agent.target()) && port == agent.targetPort();
    }
}
