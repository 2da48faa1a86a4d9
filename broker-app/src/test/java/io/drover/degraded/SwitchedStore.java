package io.drover.degraded;

import io.drover.lease.Lease;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseStore;
import io.drover.lease.MemoryLeaseStore;
import io.drover.lease.StorageUnavailableException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that can be switched off, with or without having done what it was last asked. */
public final class SwitchedStore implements LeaseStore {

    /** What it does when it is asked. */
    public enum Mode {
        ON,
        AWAY,
        BUSY,
        /** It is there, and takes nothing. */
        READ_ONLY,
        ANSWER_LOST
    }

    private final MemoryLeaseStore store;
    private volatile Mode mode = Mode.ON;

    public SwitchedStore(MemoryLeaseStore store) {
        this.store = store;
    }

    public void turn(Mode next) {
        mode = next;
    }

    @Override
    public CompletionStage<LeaseOutcome> commit(LeaseRequest request) {
        return switch (mode) {
            case ON -> store.commit(request);
            case ANSWER_LOST -> store.commit(request).thenCompose(done -> failed());
            case AWAY, BUSY, READ_ONLY -> failed();
        };
    }

    @Override
    public CompletionStage<List<Lease>> release(Collection<Lease> leases) {
        return mode == Mode.ON || mode == Mode.READ_ONLY ? store.release(leases) : failed();
    }

    private <T> CompletionStage<T> failed() {
        return CompletableFuture.failedFuture(
                mode == Mode.BUSY
                        ? new StorageUnavailableException("busy", null)
                        : StorageUnavailableException.away("away", new IllegalStateException("cut")));
    }
}
