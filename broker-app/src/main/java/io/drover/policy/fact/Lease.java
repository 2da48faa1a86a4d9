package io.drover.policy.fact;

/** A lease of the user who asks, in whatever farm. */
public final class Lease {

    private final LeaseView view;

    public Lease(LeaseView view) {
        this.view = view;
    }

    /** The data behind this fact. Not for rules. */
    public LeaseView view() {
        return view;
    }

    /** The host's id. */
    public String getAgent_id() {
        return view.agentId();
    }

    /** The farm's id, empty for the whole fleet. */
    public String getFarm_id() {
        return view.farmId();
    }

    /** The resource's id, empty when one lease serves all. */
    public String getResource_id() {
        return view.resourceId();
    }

    /** The lease's domain, empty when taken under a short name. */
    public String getDomain() {
        return view.domain();
    }

    /** When it ends, in seconds since 1970. */
    public double getExpires_at() {
        return view.expiresAt();
    }

    /** Whether its end is over; one that ends now has ended. */
    public boolean isExpired() {
        return view.expired();
    }

    /** Whether a session or an open connection of the user stands behind it. */
    public boolean isSession_behind() {
        return view.sessionBehind();
    }

    /** Whether the user is on the way to the host: placed a while ago, session not seen yet. */
    public boolean isUnder_way() {
        return view.underWay();
    }

    /** Whether it was taken for that farm and that resource; either may be none. */
    public boolean serves(String farmId, String resourceId) {
        return view.farmId().equals(farmId) && view.resourceId().equals(resourceId);
    }

    /** 0 for the lease of that farm, 1 for another farm's. */
    public int farm_rank(String farmId) {
        return view.farmId().equals(farmId) ? 0 : 1;
    }
}
