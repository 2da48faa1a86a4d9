package io.drover.policy.fact;

/** What an exclusion keeps away from a host. */
public enum Bars {
    /** New sessions; users still return to the sessions they have. */
    NEW_SESSION,
    /** Every session, also one that a user left there. */
    ANY_SESSION
}
