package io.drover.placement;

import io.drover.lease.Lease;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseStore;
import io.drover.lease.StorageUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store whose commits can be kept waiting, as by a slow disk. */
final class HoldingLeaseStore implements LeaseStore {

    private final LeaseStore store;
    private final List<Waiting> waiting = new ArrayList<>();
    private boolean holding;

    HoldingLeaseStore(LeaseStore store) {
        this.store = store;
    }

    private record Waiting(LeaseRequest request, CompletableFuture<LeaseOutcome> outcome) {}

    void hold() {
        holding = true;
    }

    /** Commits what waits, in order; what comes later is committed at once. */
    void letGo() {
        holding = false;
        List<Waiting> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(one -> one.outcome()
                .complete(store.commit(one.request()).toCompletableFuture().join()));
    }

    /** Commits one after the other, and keeps what comes meanwhile waiting behind the others, until nothing waits. */
    void letGoOneByOne() {
        while (!waiting.isEmpty()) {
            Waiting next = waiting.remove(0);
            next.outcome()
                    .complete(store.commit(next.request()).toCompletableFuture().join());
        }
        holding = false;
    }

    /** Fails what waits. */
    void failAll() {
        holding = false;
        List<Waiting> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(one -> one.outcome().completeExceptionally(new StorageUnavailableException("no disk", null)));
    }

    @Override
    public CompletionStage<LeaseOutcome> commit(LeaseRequest request) {
        if (!holding) {
            return store.commit(request);
        }
        Waiting one = new Waiting(request, new CompletableFuture<>());
        waiting.add(one);
        return one.outcome();
    }

    @Override
    public CompletionStage<List<Lease>> release(Collection<Lease> leases) {
        return store.release(leases);
    }
}
