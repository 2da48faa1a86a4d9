package io.drover.auth;

import java.util.Optional;

/** The hashes of the agents' tokens. Asked at every request of an agent, so it answers from memory. Thread-safe. */
@FunctionalInterface
public interface AgentTokens {

    /** The SHA-256 of the agent's token, 32 bytes; empty when there is no such agent. */
    Optional<byte[]> hashOf(String agentId);
}
