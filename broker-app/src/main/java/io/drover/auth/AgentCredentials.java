package io.drover.auth;

/** Knows the agents' tokens. Asked at every request of an agent, so it answers from memory. Thread-safe. */
@FunctionalInterface
public interface AgentCredentials {

    /** Whether a token is the agent's; false as well when there is no such agent. Compares in constant time. */
    boolean isValid(String agentId, String token);
}
