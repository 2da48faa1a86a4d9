package io.drover.placement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.drover.placement.PlacementDecision.Placed;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What requests that a caller may send again were answered in the last ten seconds. A request that comes again gets the
 * same answer, unless that holds no more: it is decided and committed like any other one, so that it never leads to a
 * host that was closed meanwhile. Safe for use by many threads.
 */
final class RepeatedRequests {

    private static final Duration REPEATABLE = Duration.ofSeconds(10);
    private static final int MOST = 100_000;

    private final Cache<Key, CompletableFuture<PlacementDecision>> recent;

    private record Key(CheckedRequest request, boolean resourceOnly) {}

    RepeatedRequests(InstantSource clock) {
        recent = Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(REPEATABLE)
                .executor(Runnable::run)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .build();
    }

    /**
     * Answers a request. One that is being answered is waited for.
     *
     * @param resourceOnly whether connections that are no resource are left alone; then it is another request
     * @param run decides the request, and is told whether it came before. It then is to hold on to the lease as it is,
     *     so that what gateways report of the first answer goes on to concern that lease
     */
    CompletableFuture<PlacementDecision> answer(
            CheckedRequest request, boolean resourceOnly, Function<Boolean, CompletableFuture<PlacementDecision>> run) {
        Key key = new Key(request, resourceOnly);
        CompletableFuture<PlacementDecision> mine = new CompletableFuture<>();
        CompletableFuture<PlacementDecision> first = recent.asMap().putIfAbsent(key, mine);
        if (first != null) {
            return first.thenCompose(
                    earlier -> run.apply(true).thenApply(now -> isSameGrant(earlier, now) ? earlier : now));
        }
        var unused = run.apply(false).whenComplete((decision, fault) -> {
            if (!(decision instanceof Placed)) {
                recent.asMap().remove(key, mine);
            }
            if (fault == null) {
                mine.complete(decision);
            } else {
                mine.completeExceptionally(fault);
            }
        });
        return mine;
    }

    private static boolean isSameGrant(PlacementDecision earlier, PlacementDecision now) {
        return earlier instanceof Placed before
                && now instanceof Placed after
                && before.agentId().equals(after.agentId());
    }
}
