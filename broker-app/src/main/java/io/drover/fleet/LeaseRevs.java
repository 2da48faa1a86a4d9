package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;

/** The revs of leases, of which there may be hundreds of thousands. Immutable and safe for use by many threads. */
public final class LeaseRevs {

    private final long[] sorted;

    private LeaseRevs(LongStream revs) {
        sorted = revs.sorted().toArray();
    }

    static LeaseRevs of(long[] revs) {
        return new LeaseRevs(Arrays.stream(revs));
    }

    static LeaseRevs of(Collection<Lease> leases) {
        return new LeaseRevs(leases.stream().mapToLong(Lease::rev));
    }

    boolean contains(long rev) {
        return Arrays.binarySearch(sorted, rev) >= 0;
    }

    /** Those that the others do not have. */
    long[] without(LeaseRevs others) {
        return Arrays.stream(sorted).filter(rev -> !others.contains(rev)).toArray();
    }
}
