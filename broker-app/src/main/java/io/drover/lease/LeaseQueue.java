package io.drover.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Callers that wait for the writer, in the order in which they came. Safe for use by many threads. */
final class LeaseQueue {

    /**
     * A decision on its way.
     *
     * @param era which connection the decision was made in the time of, see {@link LeaseLink#era}
     */
    record Grant(LeaseRequest request, long era, CompletableFuture<LeaseOutcome> caller) {}

    record Release(List<Lease> leases, CompletableFuture<List<Lease>> caller) {}

    /**
     * Equal decisions, which share one row of the batch.
     *
     * @param lock the person's, see {@link PersonLock}
     */
    record Row(LeaseRequest request, long lock, long era, List<CompletableFuture<LeaseOutcome>> callers) {

        static Row of(Grant first) {
            LeaseRequest request = first.request();
            return new Row(
                    request, PersonLock.of(request.person()), first.era(), new ArrayList<>(List.of(first.caller())));
        }

        boolean serves(Grant grant) {
            return era == grant.era() && request.equals(grant.request());
        }
    }

    record Batch(List<Row> rows, List<Release> releases) {
        boolean isEmpty() {
            return rows.isEmpty() && releases.isEmpty();
        }
    }

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Grant> grants = new ArrayDeque<>();
    private final ArrayDeque<Release> releases = new ArrayDeque<>();
    private boolean closed;

    LeaseQueue(int capacity) {
        this.capacity = capacity;
    }

    boolean offer(Grant grant) {
        return offer(grants, grant);
    }

    boolean offer(Release release) {
        return offer(releases, release);
    }

    private <T> boolean offer(Collection<T> queue, T item) {
        lock.lock();
        try {
            if (closed || grants.size() + releases.size() >= capacity) {
                return false;
            }
            queue.add(item);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for work. Empty only when the queue is closed and nothing is left, or at an interrupt. */
    Batch take(int max) {
        lock.lock();
        try {
            Batch batch = new Batch(takeGrants(max), takeReleases(max));
            while (batch.isEmpty() && !closed) {
                changed.await();
                batch = new Batch(takeGrants(max), takeReleases(max));
            }
            return batch;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Batch(List.of(), List.of());
        } finally {
            lock.unlock();
        }
    }

    /** Each person once: a second decision about somebody waits for the next batch, unless it is the same decision. */
    private List<Row> takeGrants(int max) {
        Map<String, Row> rows = new HashMap<>();
        List<Row> taken = new ArrayList<>();
        ArrayDeque<Grant> later = new ArrayDeque<>();
        while (!grants.isEmpty() && taken.size() < max) {
            Grant grant = grants.removeFirst();
            Row row = rows.get(grant.request().person());
            if (row == null && !grant.caller().isDone()) {
                row = Row.of(grant);
                rows.put(grant.request().person(), row);
                taken.add(row);
            } else if (row != null && row.serves(grant)) {
                row.callers().add(grant.caller());
            } else if (!grant.caller().isDone()) {
                later.addFirst(grant);
            }
        }
        later.forEach(grants::addFirst);
        return taken;
    }

    private List<Release> takeReleases(int max) {
        List<Release> taken = new ArrayList<>();
        int leases = 0;
        while (!releases.isEmpty() && leases < max) {
            Release release = releases.removeFirst();
            if (!release.caller().isDone()) {
                leases += release.leases().size();
                taken.add(release);
            }
        }
        return taken;
    }

    /** Takes out all that waits. */
    List<CompletableFuture<?>> drain() {
        lock.lock();
        try {
            List<CompletableFuture<?>> callers = new ArrayList<>();
            grants.forEach(grant -> callers.add(grant.caller()));
            releases.forEach(release -> callers.add(release.caller()));
            grants.clear();
            releases.clear();
            return callers;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return grants.size() + releases.size();
        } finally {
            lock.unlock();
        }
    }

    /** From now on nothing comes in; what waits can still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
