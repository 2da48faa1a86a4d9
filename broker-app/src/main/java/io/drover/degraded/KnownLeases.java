package io.drover.degraded;

import io.drover.lease.Lease;
import java.util.Collection;
import java.util.Optional;

/** The leases that this instance's decisions are made on. Safe for use by many threads. */
public interface KnownLeases {

    /** All that are known of a person, those that ran out among them. */
    Collection<Lease> leasesOf(String person);

    /** Whether anything is known; false until the fleet was read from the database for the first time. */
    boolean isKnown();

    /** Why what is known may be wrong; empty while it is trusted, and while nothing is known. */
    Optional<Doubt> doubt();

    /** Is known from now on, before the call returns. */
    void put(Lease lease);

    /** Whether the user of the lease is on the way to its host: placed a moment ago, and no session is seen. */
    boolean isUnderWay(Lease lease);
}
