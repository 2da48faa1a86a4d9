package io.drover.degraded;

import io.drover.degraded.ProvisionalBook.Waiting;
import io.drover.lease.Lease;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Brings one provisional lease into the database. What the database has by then wins: a host that an operator closed
 * stays closed, and a user whom another instance placed elsewhere for the same stays there. Safe for use by many
 * threads.
 */
final class Settling {

    private static final int TRIES = 4;

    private final LeaseStore database;
    private final KnownLeases view;
    private final Leading leading;
    private final InstantSource clock;

    /**
     * What came of one.
     *
     * @param written the durable lease, if one was written
     */
    record Result(ProvisionalLease lease, Settlement settlement, Optional<Lease> written) {}

    Settling(LeaseStore database, KnownLeases view, Leading leading, InstantSource clock) {
        this.database = database;
        this.view = view;
        this.leading = leading;
        this.clock = clock;
    }

    /** Fails as the database does. */
    CompletionStage<Result> settle(Waiting waiting) {
        return settle(waiting.lease(), waiting.durableRevs(), 1);
    }

    private CompletionStage<Result> settle(ProvisionalLease lease, Set<Long> known, int attempt) {
        Duration left = lease.left(clock.instant());
        if (left.toMillis() < 1) {
            return over(lease, Settlement.EXPIRED);
        }
        return database.commit(lease.durable(known, left, view.isUnderWay(lease.lease())))
                .thenCompose(outcome -> judge(lease, known, attempt, outcome));
    }

    private CompletionStage<Result> judge(ProvisionalLease lease, Set<Long> known, int attempt, LeaseOutcome outcome) {
        if (outcome instanceof LeaseOutcome.Granted granted) {
            return CompletableFuture.completedFuture(new Result(lease, Settlement.KEPT, Optional.of(granted.lease())));
        }
        if (!(outcome instanceof LeaseOutcome.LeaseChanged changed)) {
            return over(lease, Settlement.CLOSED);
        }
        List<Lease> others = changed.current().stream()
                .filter(current -> !known.contains(current.rev()))
                .toList();
        if (others.stream().anyMatch(other -> leading.elsewhere(other, lease.lease())) || attempt == TRIES) {
            return over(lease, Settlement.CONFLICTING);
        }
        if (others.stream().anyMatch(other -> other.key().equals(lease.lease().key()))) {
            return over(lease, Settlement.KEPT);
        }
        Set<Long> now = changed.current().stream().map(Lease::rev).collect(Collectors.toSet());
        return settle(lease, now, attempt + 1);
    }

    private static CompletionStage<Result> over(ProvisionalLease lease, Settlement settlement) {
        return CompletableFuture.completedFuture(new Result(lease, settlement, Optional.empty()));
    }
}
