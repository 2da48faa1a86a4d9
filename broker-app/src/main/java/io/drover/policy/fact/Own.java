package io.drover.policy.fact;

/** How much of a host's load is the user's who asks. */
public final class Own {

    private final String agentId;
    private final int count;

    /**
     * @param agentId the host
     * @param count the user's sessions and placements under way there, 1 or more
     */
    public Own(String agentId, int count) {
        this.agentId = agentId;
        this.count = count;
    }

    /** The host's id. */
    public String getAgent_id() {
        return agentId;
    }

    /** The user's sessions and placements under way there, 1 or more. */
    public int getCount() {
        return count;
    }
}
