package io.drover.decision;

import io.drover.policy.Verdict;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import org.jspecify.annotations.Nullable;

/**
 * What decisions are made on, from one version of the fleet on: a host's verdict, a farm or a published resource.
 *
 * @param key the host's id, or that of a farm or resource behind {@link #FARM} or {@link #RESOURCE}
 * @param version the version of the fleet
 * @param fact a {@link Verdict}, {@link FarmView} or {@link ResourceView}, null when it is gone
 */
record Judged(String key, long version, @Nullable Object fact) {

    /** What keys of farms begin with; no host's id does. */
    static final String FARM = "farm/";

    /** What keys of resources begin with; no host's id does. */
    static final String RESOURCE = "resource/";

    static Judged of(long version, Verdict verdict) {
        return new Judged(verdict.agent().id(), version, verdict);
    }

    static Judged of(long version, FarmView farm) {
        return new Judged(FARM + farm.id(), version, farm);
    }

    static Judged of(long version, ResourceView resource) {
        return new Judged(RESOURCE + resource.id(), version, resource);
    }

    static Judged gone(long version, String key) {
        return new Judged(key, version, null);
    }
}
