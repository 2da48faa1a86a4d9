package io.drover.policy.fact;

/** How much of a host's load is the user's who asks. */
public final class Own {

    private final String agentId;
    private final int count;
    private final boolean underWay;

    /**
     * @param agentId the host
     * @param count the user's sessions and placements under way there, 1 or more
     * @param underWay whether the user is on the way there
     */
    public Own(String agentId, int count, boolean underWay) {
        this.agentId = agentId;
        this.count = count;
        this.underWay = underWay;
    }

    /** The host's id. */
    public String getAgent_id() {
        return agentId;
    }

    /** The user's sessions and placements under way there, 1 or more. */
    public int getCount() {
        return count;
    }

    /** Whether the user is on the way there, be it by a request that is being answered just now. */
    public boolean isUnder_way() {
        return underWay;
    }
}
