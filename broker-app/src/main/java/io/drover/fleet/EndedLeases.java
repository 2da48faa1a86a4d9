package io.drover.fleet;

import io.drover.lease.Lease;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Leases that ended before their time, until that. That one was written may be heard, or read from the database, after
 * it was heard that it ended; such news is late. Not safe for use by several threads at once.
 */
final class EndedLeases {

    private final Map<Long, Instant> expiryByRev = new LinkedHashMap<>();

    /** Takes a lease that ended, and forgets those whose time is over. */
    void add(Lease lease, Instant now) {
        Iterator<Instant> expiries = expiryByRev.values().iterator();
        while (expiries.hasNext() && !expiries.next().isAfter(now)) {
            expiries.remove();
        }
        expiryByRev.put(lease.rev(), lease.expiresAt());
    }

    boolean contains(Lease lease) {
        return expiryByRev.containsKey(lease.rev());
    }

    void forget(Lease lease) {
        expiryByRev.remove(lease.rev());
    }

    void forgetAll() {
        expiryByRev.clear();
    }
}
