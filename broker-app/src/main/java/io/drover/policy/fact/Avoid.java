package io.drover.policy.fact;

/** A host that the caller asks not to be sent to. */
public final class Avoid {

    private final String agentId;

    public Avoid(String agentId) {
        this.agentId = agentId;
    }

    /** The host's id. */
    public String getAgent_id() {
        return agentId;
    }
}
