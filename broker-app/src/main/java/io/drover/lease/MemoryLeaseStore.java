package io.drover.lease;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ToLongFunction;

/**
 * A lease store without a database, for scenario runs and tests: the same answers as {@link LeaseWriter}, given at once
 * and in the caller's thread, with a clock that the owner moves. Safe for use by many threads.
 */
public final class MemoryLeaseStore implements LeaseStore {

    private final InstantSource clock;
    private final ToLongFunction<LeaseRequest.Check> currentVersion;
    private final Map<LeaseKey, Lease> rows = new HashMap<>();
    private long lastRev;

    /** @param currentVersion the control version now of what a check is about; 0 when there is no such thing */
    public MemoryLeaseStore(InstantSource clock, ToLongFunction<LeaseRequest.Check> currentVersion) {
        this.clock = clock;
        this.currentVersion = currentVersion;
    }

    @Override
    public synchronized CompletionStage<LeaseOutcome> commit(LeaseRequest request) {
        return CompletableFuture.completedFuture(judge(request, clock.instant()));
    }

    private LeaseOutcome judge(LeaseRequest request, Instant now) {
        List<LeaseRequest.Check> stale = request.checks().stream()
                .filter(check -> !asItIs(check).equals(check))
                .map(this::asItIs)
                .toList();
        if (!stale.isEmpty()) {
            return new LeaseOutcome.ControlChanged(stale);
        }
        Optional<LeaseOutcome.LeaseChanged> objection = LeaseJudge.objection(request, ofPerson(request.person()), now);
        if (objection.isPresent()) {
            return objection.get();
        }
        return request.kind() == LeaseRequest.Kind.CONFIRM
                ? new LeaseOutcome.Confirmed()
                : new LeaseOutcome.Granted(write(request, now));
    }

    private LeaseRequest.Check asItIs(LeaseRequest.Check check) {
        return new LeaseRequest.Check(check.subject(), check.id(), currentVersion.applyAsLong(check));
    }

    private Lease write(LeaseRequest request, Instant now) {
        if (request.claims()) {
            rows.values().removeIf(lease -> LeaseRequest.takesOver(request.key(), request.agentId(), lease));
        }
        Lease lease = LeaseJudge.written(request, rows.get(request.key()), ++lastRev, now);
        rows.put(lease.key(), lease);
        return lease;
    }

    @Override
    public synchronized CompletionStage<List<Lease>> release(Collection<Lease> leases) {
        List<Lease> ended = leases.stream().filter(rows::containsValue).toList();
        rows.values().removeAll(ended);
        return CompletableFuture.completedFuture(ended);
    }

    /** Puts a lease where no decision made one; its rev is given here. */
    public synchronized Lease put(LeaseKey key, String agentId, Instant grantedAt, Instant expiresAt) {
        Lease lease = new Lease(
                key.person(), key.domain(), key.farm(), key.resource(), agentId, ++lastRev, 1, grantedAt, expiresAt);
        rows.put(key, lease);
        return lease;
    }

    /** Ends all leases on a host and gives them. */
    public synchronized List<Lease> deleteOfAgent(String agentId) {
        List<Lease> ended = rows.values().stream()
                .filter(lease -> lease.agentId().equals(agentId))
                .toList();
        rows.values().removeAll(ended);
        return ended;
    }

    /** All leases that hold now, in the order in which they were written. */
    public synchronized List<Lease> current() {
        return holding(clock.instant());
    }

    private List<Lease> ofPerson(String person) {
        return rows.values().stream()
                .filter(lease -> lease.person().equals(person))
                .toList();
    }

    private List<Lease> holding(Instant now) {
        return rows.values().stream()
                .filter(lease -> lease.expiresAt().isAfter(now))
                .sorted(Comparator.comparingLong(Lease::rev))
                .toList();
    }
}
