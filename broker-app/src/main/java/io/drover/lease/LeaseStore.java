package io.drover.lease;

import java.util.Collection;
import java.util.List;
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
}
