package io.drover.policy.fact;

/** A session of the user who asks. */
public final class Session {

    private final String agentId;
    private final String domain;
    private final String state;
    private final long logonAt;
    private final boolean onLeaseHost;

    /**
     * @param agentId the host
     * @param domain the session's domain, empty when the host did not report one
     * @param state the state, trimmed and in lower case
     * @param logonAt seconds since 1970, 0 when unknown
     * @param onLeaseHost whether the user's lease is on the same host
     */
    public Session(String agentId, String domain, String state, long logonAt, boolean onLeaseHost) {
        this.agentId = agentId;
        this.domain = domain;
        this.state = state;
        this.logonAt = logonAt;
        this.onLeaseHost = onLeaseHost;
    }

    /** The host's id. */
    public String getAgent_id() {
        return agentId;
    }

    /** The session's domain, empty when the host did not report one. */
    public String getDomain() {
        return domain;
    }

    /** The state, trimmed and in lower case, for example {@code "disconnected"}. */
    public String getState() {
        return state;
    }

    /** When the user logged on, in seconds since 1970; 0 when unknown. */
    public long getLogon_at() {
        return logonAt;
    }

    /** 0 when the user's lease is on the same host, else 1. */
    public int getLease_rank() {
        return onLeaseHost ? 0 : 1;
    }
}
