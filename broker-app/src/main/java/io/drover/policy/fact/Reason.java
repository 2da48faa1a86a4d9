package io.drover.policy.fact;

/** Why a host was chosen, in the order in which proposals are preferred. */
public enum Reason {
    /** The user has a session there. */
    EXISTING_SESSION("existing-session"),
    /** The user was sent there a while ago. */
    EXISTING_LEASE("existing-lease"),
    /** It is the best host for a new session. */
    LOAD_BALANCE("load-balance");

    private final String text;

    Reason(String text) {
        this.text = text;
    }

    /** The word for this reason in JSON and YAML. */
    public String text() {
        return text;
    }

    /** Whether the user returns to something, as the answer's {@code reconnect} says. */
    public boolean reconnect() {
        return this != LOAD_BALANCE;
    }
}
