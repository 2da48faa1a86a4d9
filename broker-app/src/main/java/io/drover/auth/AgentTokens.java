package io.drover.auth;

import java.util.Optional;

/** The hashes of the agents' tokens. Asked at every request of an agent, so it answers from memory. Thread-safe. */
@FunctionalInterface
public interface AgentTokens {

    /** The hash of the agent's token or empty when there is no such agent. */
    Optional<SecretHash> hashOf(String agentId);
}
