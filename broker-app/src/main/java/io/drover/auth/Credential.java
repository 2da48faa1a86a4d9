package io.drover.auth;

/** The classes of credentials. */
public enum Credential {
    /** None is asked. */
    PUBLIC,
    /** The enrolment token, which stands in the body: the resource asks {@link EnrollmentGuard}. */
    ENROLLMENT,
    /** An agent's own token, for itself only. */
    AGENT,
    /** A broker key: Guacamole. */
    BROKER,
    /** An operator's key, with a role. */
    OPERATOR
}
