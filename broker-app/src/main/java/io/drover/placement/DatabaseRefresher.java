package io.drover.placement;

import io.drover.fleet.FleetListener;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what an operator changed from the database, for everybody who waits for it at once. Who has waited too long
 * fails, even while the database hangs. Safe for use by many threads.
 */
public final class DatabaseRefresher implements ControlRefresher {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseRefresher.class);

    private final FleetListener updater;
    private final Executor executor;
    private final Executor completions;
    private final Duration mostWait;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Round next;
    private boolean reading;

    /** What is read together, and who waits for it. */
    private record Round(Set<Check> stale, CompletableFuture<Void> done) {}

    /**
     * @param updater reads what it is told of into the fleet view
     * @param executor waits for the database, in one thread at a time
     * @param completions runs what follows
     * @param mostWait after which a caller is given up
     */
    public DatabaseRefresher(FleetListener updater, Executor executor, Executor completions, Duration mostWait) {
        this.updater = updater;
        this.executor = executor;
        this.completions = completions;
        this.mostWait = mostWait;
    }

    @Override
    public CompletionStage<Void> refresh(List<Check> stale) {
        return join(stale)
                .copy()
                .orTimeout(mostWait.toMillis(), TimeUnit.MILLISECONDS)
                .handleAsync(DatabaseRefresher::outcome, completions);
    }

    private static @Nullable Void outcome(@Nullable Void done, @Nullable Throwable fault) {
        if (fault != null) {
            throw new StorageUnavailableException("what an operator changed could not be read", fault);
        }
        return null;
    }

    /** The next round begins after it was joined, so it sees what its members heard of. */
    private CompletableFuture<Void> join(List<Check> stale) {
        lock.lock();
        try {
            Round joined = next;
            if (joined == null) {
                joined = new Round(new HashSet<>(), new CompletableFuture<>());
                next = joined;
            }
            joined.stale().addAll(stale);
            if (!reading) {
                reading = true;
                executor.execute(this::readAll);
            }
            return joined.done();
        } finally {
            lock.unlock();
        }
    }

    private void readAll() {
        for (Round round = begin(); round != null; round = begin()) {
            try {
                read(round.stale());
                round.done().complete(null);
            } catch (RuntimeException e) {
                round.done().completeExceptionally(e);
            } catch (Error e) {
                LOG.error("What an operator changed could not be read", e);
                round.done().completeExceptionally(e);
            }
        }
    }

    private @Nullable Round begin() {
        lock.lock();
        try {
            Round round = next;
            next = null;
            reading = round != null;
            return round;
        } finally {
            lock.unlock();
        }
    }

    private void read(Set<Check> stale) {
        read(stale, Subject.AGENT, updater::agentsChanged);
        read(stale, Subject.FARM, updater::farmsChanged);
        read(stale, Subject.RESOURCE, updater::resourcesChanged);
    }

    private static void read(Set<Check> stale, Subject subject, Consumer<Set<String>> reader) {
        Set<String> ids = stale.stream()
                .filter(check -> check.subject() == subject)
                .map(Check::id)
                .collect(Collectors.toSet());
        if (!ids.isEmpty()) {
            reader.accept(ids);
        }
    }
}
