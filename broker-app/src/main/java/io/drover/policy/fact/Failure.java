package io.drover.policy.fact;

/** A host where a connection of the user who asks failed within the last minute. */
public final class Failure {

    private final String agentId;

    public Failure(String agentId) {
        this.agentId = agentId;
    }

    /** The host's id. */
    public String getAgent_id() {
        return agentId;
    }
}
