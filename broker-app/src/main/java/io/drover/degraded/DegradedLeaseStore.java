package io.drover.degraded;

import io.drover.control.AfterCommit;
import io.drover.lease.Lease;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseStore;
import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease store that goes on for a while when the database is away: what this instance knows stands in for the
 * database, and what it gives is {@linkplain LeaseOutcome.Provisional provisional} until {@link #settle} has brought it
 * into the database. It begins when a connection cannot be made again, for a lease or for {@link #settle}, and ends for
 * good when all provisional leases are settled; after the time allowed it gives no more. Other instances know nothing
 * of these leases until then. Safe for use by many threads.
 */
public final class DegradedLeaseStore implements LeaseStore {

    private static final Logger LOG = LoggerFactory.getLogger(DegradedLeaseStore.class);
    private static final int AT_ONCE = 1_000;

    private final Object lock = new Object();
    private final LeaseStore database;
    private final Duration longest;
    private final InstantSource clock;
    private final KnownLeases known;
    private final OutageListener listener;
    private final Settling settling;
    private final ProvisionalBook book;
    private final Tally tally = new Tally();
    private @Nullable Instant began;
    private Instant foundAway = Instant.MIN;
    private boolean returning;

    /**
     * A store that has its database.
     *
     * @param database where leases become durable
     * @param known the leases that decisions are made on
     * @param leading which lease leads a user where
     * @param longest for how long it goes on without the database; when it begins while what is known is in doubt, from
     *     when that was right last
     * @param clock the database's time
     * @param listener called while nothing is locked, except that one call ends before the next begins
     */
    public DegradedLeaseStore(
            LeaseStore database,
            KnownLeases known,
            Leading leading,
            Duration longest,
            InstantSource clock,
            OutageListener listener) {
        this.database = database;
        this.longest = longest;
        this.clock = clock;
        this.known = known;
        this.listener = listener;
        this.settling = new Settling(database, known, leading, clock);
        this.book = new ProvisionalBook(known);
    }

    @Override
    public CompletionStage<LeaseOutcome> commit(LeaseRequest request) {
        Optional<LeaseOutcome> here = withoutDatabase(request);
        return here.isPresent()
                ? CompletableFuture.completedFuture(here.get())
                : database.commit(request)
                        .handle((outcome, fault) ->
                                fault == null ? CompletableFuture.completedFuture(outcome) : afterFault(request, fault))
                        .thenCompose(Function.identity());
    }

    @Override
    public CompletionStage<LeaseOutcome> commitAlone(LeaseRequest request) {
        return withoutDatabase(request)
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> CompletableFuture.failedFuture(
                        new StorageUnavailableException("no lease is given without the database any more", null)));
    }

    private Optional<LeaseOutcome> withoutDatabase(LeaseRequest request) {
        synchronized (lock) {
            boolean here = began != null && (returning ? book.has(request.person()) : !isOver(began));
            return here ? Optional.of(give(request)) : Optional.empty();
        }
    }

    private CompletableFuture<LeaseOutcome> afterFault(LeaseRequest request, Throwable fault) {
        Throwable cause = causeOf(fault);
        if (!isAway(cause)) {
            return CompletableFuture.failedFuture(cause);
        }
        synchronized (lock) {
            return begin() ? CompletableFuture.completedFuture(give(request)) : CompletableFuture.failedFuture(cause);
        }
    }

    private static Throwable causeOf(Throwable fault) {
        return fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
    }

    private static boolean isAway(Throwable cause) {
        return cause instanceof StorageUnavailableException storage && storage.isAway();
    }

    @Override
    public boolean goesOnAlone() {
        synchronized (lock) {
            return until().isPresent()
                    && known.doubt()
                            .filter(doubt -> foundAway.isBefore(doubt.raised()))
                            .isEmpty();
        }
    }

    @Override
    public CompletionStage<Boolean> goOnAlone() {
        return look().thenApply(fault -> fault.isPresent() && begin(fault.get()));
    }

    /** What keeps the database from being reached, if anything does. */
    private CompletionStage<Optional<Throwable>> look() {
        return database.release(List.of())
                .handle((released, fault) -> Optional.ofNullable(fault).map(DegradedLeaseStore::causeOf));
    }

    private boolean begin(Throwable cause) {
        synchronized (lock) {
            return isAway(cause) && begin();
        }
    }

    /**
     * The database is away. False when nothing is known, and when the time without it is over, also before it began:
     * what is known is too old.
     */
    private boolean begin() {
        if (!known.isKnown()) {
            return false;
        }
        foundAway = clock.instant();
        Instant since = began == null ? knownUntil(foundAway) : began;
        if (began == null && !isOver(since)) {
            began = since;
            LOG.warn("The database is away: placements are provisional until {}", since.plus(longest));
        }
        returning = false;
        return !isOver(since);
    }

    private Instant knownUntil(Instant now) {
        return known.doubt()
                .map(Doubt::since)
                .filter(since -> since.isBefore(now))
                .orElse(now);
    }

    private boolean isOver(Instant since) {
        return clock.instant().isAfter(since.plus(longest));
    }

    private LeaseOutcome give(LeaseRequest request) {
        LeaseOutcome outcome = book.judge(request, clock.instant());
        if (outcome instanceof LeaseOutcome.Provisional) {
            tally.given();
        }
        return outcome;
    }

    @Override
    public CompletionStage<List<Lease>> release(Collection<Lease> leases) {
        List<Lease> ended = new ArrayList<>();
        List<Lease> durable = new ArrayList<>();
        synchronized (lock) {
            for (Lease lease : leases) {
                (book.release(lease) ? ended : durable).add(lease);
            }
        }
        return durable.isEmpty()
                ? CompletableFuture.completedFuture(ended)
                : database.release(durable)
                        .thenApply(released ->
                                Stream.concat(ended.stream(), released.stream()).toList());
    }

    /** Tells which decision a provisional lease was given for, so that what becomes of it can be told by that. */
    public void decided(Lease lease, String decisionId) {
        synchronized (lock) {
            book.decided(lease, decisionId);
        }
    }

    /** Until when answers are given without the database; empty while they need none, or when that time is over. */
    public Optional<Instant> until() {
        synchronized (lock) {
            return began == null || returning || isOver(began) ? Optional.empty() : Optional.of(began.plus(longest));
        }
    }

    /** Whether the database is away, or leases given meanwhile are not settled yet. */
    public boolean isDegraded() {
        synchronized (lock) {
            return began != null;
        }
    }

    /** How many leases wait to be settled. */
    public int waiting() {
        synchronized (lock) {
            return book.size();
        }
    }

    /** What became of all provisional leases since the start. */
    public DegradedCounts counts() {
        synchronized (lock) {
            return tally.total();
        }
    }

    /**
     * Looks whether the database is there. If so, what was given without it is brought into it; if it is away, leases
     * are given without it from now on, though nobody asked yet. To be called every second or so, by one thread at a
     * time; it waits for the database as long as that takes to answer.
     */
    public void settle() {
        Optional<Throwable> fault = look().toCompletableFuture().join();
        if (fault.isPresent()) {
            var unused = begin(fault.get());
            return;
        }
        synchronized (lock) {
            if (began == null) {
                return;
            }
            returning = true;
        }
        while (settleSome()) {
            LOG.debug("{} provisional leases are left", waiting());
        }
    }

    /** False when all is settled, or the database is away again. */
    private boolean settleSome() {
        List<ProvisionalBook.Waiting> some;
        synchronized (lock) {
            some = book.first(AT_ONCE);
        }
        if (some.isEmpty()) {
            return !end();
        }
        boolean reached = false;
        for (CompletableFuture<Boolean> one : some.stream().map(this::settleOne).toList()) {
            reached |= one.join();
        }
        return reached;
    }

    private CompletableFuture<Boolean> settleOne(ProvisionalBook.Waiting waiting) {
        return settling.settle(waiting)
                .handle((result, fault) -> {
                    if (fault != null) {
                        LOG.debug("A provisional lease could not be settled", fault);
                        return false;
                    }
                    settled(result);
                    return true;
                })
                .toCompletableFuture();
    }

    private void settled(Settling.Result result) {
        synchronized (lock) {
            tally.settled(result, book.decisionOf(result.lease()));
            book.settled(result.lease(), result.written().stream());
        }
        result.written().ifPresent(lease -> AfterCommit.tell(() -> listener.written(lease)));
    }

    /** False when another lease was given meanwhile. */
    private boolean end() {
        Outage outage;
        synchronized (lock) {
            if (began == null || !returning || !book.isEmpty()) {
                return began == null || !returning;
            }
            outage = tally.close(began, clock.instant());
            began = null;
            returning = false;
        }
        LOG.warn("The database is back: {}", outage.counts());
        AfterCommit.tell(() -> listener.ended(outage));
        return true;
    }
}
