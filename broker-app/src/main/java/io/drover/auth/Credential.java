package io.drover.auth;

/** The classes of credentials. */
public enum Credential {
    /** None is asked. */
    PUBLIC("the credential is missing or wrong"),
    /** The enrolment token, which stands in the body: the resource asks {@link EnrollmentGuard}. */
    ENROLLMENT("invalid enrollment"),
    /** An agent's own token, for itself only. */
    AGENT("invalid agent credentials"),
    /** A broker key: Guacamole. */
    BROKER("invalid broker credential"),
    /** An operator's key, with a role. */
    OPERATOR("the credential is missing or wrong");

    private final String refusal;

    Credential(String refusal) {
        this.refusal = refusal;
    }

    /**
     * What people are told when it is missing or wrong. Machines of the protocol's first versions show these sentences;
     * they stay as they were.
     */
    String refusal() {
        return refusal;
    }
}
