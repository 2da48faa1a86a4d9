package io.drover.policy.fact;

import java.util.Locale;

/** The steps of a decision. A rule declares one with {@code @stage} and may use only the effects of that stage. */
public enum Stage {
    /** How well a host without an agent of Drover's is, by a scrape of its exporter. */
    HEALTH,
    /** Which resource and which farm a call means. */
    RESOLVE,
    /** Which hosts belong to a farm, and what bars them. */
    FILTER,
    /** Which sessions the user returns to. */
    RECONNECT,
    /** Which leases hold. */
    LEASE,
    /** What a host's score is made of. */
    SCORE,
    /** How the host is taken from the ranking. */
    SELECT;

    /** The word for this stage in a rule's {@code @stage}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
