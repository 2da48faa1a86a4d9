package io.drover.lease;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Where leases become durable. Safe for use by many threads. */
public interface LeaseStore {

    /**
     * Makes a decision durable, or says what changed under it. The stage fails with {@link StorageUnavailableException}
     * when the database cannot be asked in time; nothing is written then, or what was written is found by the next
     * decision.
     */
    CompletionStage<LeaseOutcome> commit(LeaseRequest request);

    /**
     * Ends leases early. A lease that was written again since, by whoever, stays: its {@code rev} is another. Fails as
     * {@link #commit} does; a lease that could not be released ends by its expiry.
     *
     * @return the leases that were ended
     */
    CompletionStage<List<Lease>> release(Collection<Lease> leases);

    /**
     * Whether leases are given without the database, and it was found to be away since what is known came into doubt,
     * if it is: it may have come back in that time.
     */
    default boolean goesOnAlone() {
        return false;
    }

    /**
     * Like {@link #goesOnAlone}, where that is not known: the database is asked, and if it is away, leases are given
     * without it from now on for as long as that is allowed. The stage never fails.
     */
    default CompletionStage<Boolean> goOnAlone() {
        return CompletableFuture.completedFuture(false);
    }

    /**
     * Gives a lease without the database, or says what changed under its decision; fails as {@link #commit} does unless
     * the store {@linkplain #goesOnAlone goes on alone}. For decisions on a fleet in doubt, which the database must not
     * be asked to make durable: a standby that was promoted may give a {@code rev} again.
     */
    default CompletionStage<LeaseOutcome> commitAlone(LeaseRequest request) {
        return CompletableFuture.failedFuture(
                new StorageUnavailableException("no lease is given without the database", null));
    }
}
