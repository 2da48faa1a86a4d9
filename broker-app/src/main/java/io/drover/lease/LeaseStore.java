package io.drover.lease;

import java.util.concurrent.CompletionStage;

/** Where leases become durable. Safe for use by many threads. */
public interface LeaseStore {

    /**
     * Makes a decision durable, or says what changed under it. The stage fails with {@link StorageUnavailableException}
     * when the database cannot be asked in time; nothing is written then, or what was written is found by the next
     * decision.
     */
    CompletionStage<LeaseOutcome> commit(LeaseRequest request);
}
