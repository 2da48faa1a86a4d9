package io.drover.degraded;

import io.drover.lease.Lease;
import java.util.Collection;

/** The leases that this instance's decisions are made on. Safe for use by many threads. */
public interface KnownLeases {

    /** All that are known of a person, those that ran out among them. */
    Collection<Lease> of(String person);

    /** Is known from now on, before the call returns. */
    void put(Lease lease);

    /** Whether the user of the lease is on the way to its host: placed a moment ago, and no session is seen. */
    boolean isUnderWay(Lease lease);
}
