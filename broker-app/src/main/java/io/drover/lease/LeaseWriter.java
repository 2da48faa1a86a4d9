package io.drover.lease;

import io.dropwizard.lifecycle.Managed;
import io.drover.database.ConnectionSource;
import io.drover.database.SqlState;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease store on PostgreSQL: one thread and one connection that commit what has queued as one statement, and answer
 * every caller once it is durable.
 *
 * <p>A person is at most once in a batch; equal decisions share a row. What cannot be had in time fails with
 * {@link StorageUnavailableException}: at once when the queue is full, the database refuses or the writer is stopped,
 * else after {@link LeaseWriterSettings#maxWait}, even while the writer hangs. What was given up may still be written;
 * the next decision finds it. After a lost connection the batch is sent once more; decisions made before the loss are
 * then judged as if they had known no lease. Safe for use by many threads.
 */
public final class LeaseWriter implements LeaseStore, Managed {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseWriter.class);

    private final LeaseWriterSettings settings;
    private final Executor completions;
    private final LeaseWriterCounters counters = new LeaseWriterCounters();
    private final LeaseQueue queue;
    private final LeaseLink link;
    private final Thread thread;
    private boolean failing;

    /**
     * @param source opens the writer's own connection; not from a pool that others use
     * @param completions runs what callers attached to their stages, never the writer's thread: a pool of a few threads
     *     with an unbounded queue (the writer's own bounds it), which outlives the writer
     * @param connectionLost called by the writer's thread when a lost connection was replaced and before anything is
     *     sent on the new one: the view of the fleet must be loaded anew before the next decision. It must not block.
     */
    public LeaseWriter(
            ConnectionSource source, LeaseWriterSettings settings, Executor completions, Runnable connectionLost) {
        this.settings = settings;
        this.completions = completions;
        this.queue = new LeaseQueue(settings.queue());
        this.link = new LeaseLink(source, settings, counters, connectionLost);
        this.thread = new Thread(this::run, "lease-writer");
    }

    @Override
    public CompletionStage<LeaseOutcome> commit(LeaseRequest request) {
        CompletableFuture<LeaseOutcome> caller = newCaller();
        CompletionStage<LeaseOutcome> answer = answerOf(caller);
        admit(queue.offer(new LeaseQueue.Grant(request, link.era(), caller)), caller);
        return answer;
    }

    @Override
    public CompletionStage<List<Lease>> release(Collection<Lease> leases) {
        CompletableFuture<List<Lease>> caller = newCaller();
        CompletionStage<List<Lease>> answer = answerOf(caller);
        admit(queue.offer(new LeaseQueue.Release(List.copyOf(leases), caller)), caller);
        return answer;
    }

    /** What the writer has done so far. */
    public LeaseWriterCounts counts() {
        return counters.snapshot(queue.size());
    }

    /**
     * True between {@link #start} and {@link #stop}; false in between when it has ended, and then it does not come
     * back.
     */
    public boolean isRunning() {
        return thread.isAlive();
    }

    @Override
    public void start() {
        thread.start();
    }

    /** Turns callers away, writes what has queued, and fails what could not be written in the time a caller waits. */
    @Override
    public void stop() throws InterruptedException {
        queue.close();
        thread.join(settings.maxWait().toMillis());
        if (thread.isAlive()) {
            link.abort();
            thread.interrupt();
        }
    }

    private <T> CompletableFuture<T> newCaller() {
        return new CompletableFuture<T>().orTimeout(settings.maxWait().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What the caller gets: completed on the executor only, so that no caller's code runs in the writer's thread. */
    private <T> CompletionStage<T> answerOf(CompletableFuture<T> caller) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        caller.whenCompleteAsync((value, failure) -> complete(answer, value, failure), completions)
                .exceptionally(failure -> {
                    answer.completeExceptionally(unavailable("the lease writer is stopped", failure));
                    return null;
                });
        return answer;
    }

    private <T> void complete(CompletableFuture<T> answer, T value, @Nullable Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else if (failure instanceof TimeoutException) {
            counters.timeouts.increment();
            answer.completeExceptionally(
                    unavailable("no answer from the database within " + settings.maxWait(), failure));
        } else {
            answer.completeExceptionally(failure);
        }
    }

    private void admit(boolean admitted, CompletableFuture<?> caller) {
        if (!admitted) {
            counters.rejected.increment();
            caller.completeExceptionally(unavailable("too many leases wait for the database, or it is stopped", null));
        }
    }

    private void run() {
        try (link) {
            LeaseQueue.Batch batch = queue.take(settings.batch());
            while (!batch.isEmpty()) {
                commitAll(batch.rows());
                releaseAll(batch.releases());
                batch = queue.take(settings.batch());
            }
        } finally {
            queue.close();
            fail(queue.drain(), unavailable("the lease writer is stopped", null));
        }
    }

    private void commitAll(List<LeaseQueue.Row> batch) {
        if (batch.isEmpty()) {
            return;
        }
        commit(batch.stream()
                .sorted(Comparator.comparingLong(LeaseQueue.Row::lock))
                .toList());
    }

    /** What the database cannot take fails its own callers only. */
    private void commit(List<LeaseQueue.Row> rows) {
        attempt(rows.stream().flatMap(row -> row.callers().stream()).toList(), () -> {
            List<LeaseOutcome> outcomes;
            try {
                outcomes = link.ask(connection -> connection.grant(asked(rows)));
            } catch (SQLException e) {
                if (rows.size() == 1 || !SqlState.isFaultOfData(e)) {
                    throw e;
                }
                rows.forEach(row -> commit(List.of(row)));
                return;
            }
            counters.batches.increment();
            counters.rows.add(rows.size());
            for (int i = 0; i < outcomes.size(); i++) {
                LeaseOutcome outcome = outcomes.get(i);
                counters.coalesced.add(rows.get(i).callers().size() - 1L);
                rows.get(i).callers().forEach(caller -> caller.complete(outcome));
            }
        });
    }

    private List<LeaseRequest> asked(List<LeaseQueue.Row> rows) {
        long era = link.era();
        return rows.stream()
                .map(row -> row.era() == era ? row.request() : row.request().knowingNoLease())
                .toList();
    }

    private void releaseAll(List<LeaseQueue.Release> releases) {
        if (releases.isEmpty()) {
            return;
        }
        attempt(releases.stream().map(LeaseQueue.Release::caller).toList(), () -> {
            List<Lease> leases = releases.stream()
                    .flatMap(release -> release.leases().stream())
                    .toList();
            Set<Lease> ended = new HashSet<>(link.ask(connection -> connection.release(leases)));
            counters.released.add(ended.size());
            releases.forEach(release -> release.caller()
                    .complete(release.leases().stream().filter(ended::contains).toList()));
        });
    }

    private interface Attempt {
        void run() throws SQLException;
    }

    private void attempt(Collection<? extends CompletableFuture<?>> callers, Attempt attempt) {
        try {
            attempt.run();
            failing = false;
        } catch (SQLException e) {
            boolean lost = SqlState.isConnectionLoss(e);
            String message = "the database failed, SQLSTATE " + e.getSQLState();
            StorageUnavailableException failure =
                    lost ? StorageUnavailableException.away(message, e) : unavailable(message, e);
            fail(callers, failure);
            if (lost) {
                fail(queue.drain(), failure);
            } else {
                counters.sqlErrors.increment();
            }
            report(e);
        } catch (RuntimeException e) {
            fail(callers, e);
            LOG.error("The lease writer has a bug", e);
        } catch (Error e) {
            fail(callers, unavailable("the lease writer failed", e));
            LOG.error("The lease writer failed and goes on", e);
        }
    }

    /** Once, until leases can be written again: a load must not flood the log. */
    private void report(SQLException e) {
        if (!failing) {
            failing = true;
            LOG.warn("Leases cannot be written, SQLSTATE {}", e.getSQLState());
        }
        LOG.debug("Leases could not be written", e);
    }

    private static void fail(Collection<? extends CompletableFuture<?>> callers, RuntimeException failure) {
        callers.forEach(caller -> caller.completeExceptionally(failure));
    }

    private static StorageUnavailableException unavailable(String message, @Nullable Throwable cause) {
        return new StorageUnavailableException(message, cause);
    }
}
