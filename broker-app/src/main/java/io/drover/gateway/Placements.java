package io.drover.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.drover.connection.PlacedUser;
import io.drover.lease.Lease;
import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementLog;
import io.drover.placement.PlacementRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Finds whom a placement sent where: in memory when it was made here a while ago, else among the decisions that all
 * instances keep. Safe for use by many threads.
 */
public final class Placements implements PlacementLog {

    private static final Duration REMEMBERED = Duration.ofMinutes(15);
    private static final int MOST_REMEMBERED = 100_000;

    private final PlacementLog next;
    private final Function<Collection<String>, List<PlacedUser>> kept;
    private final Cache<String, PlacedUser> recent = Caffeine.newBuilder()
            .maximumSize(MOST_REMEMBERED)
            .expireAfterWrite(REMEMBERED)
            .executor(Runnable::run)
            .build();

    /**
     * Placements, of which none is known yet.
     *
     * @param next is told of every placement too
     * @param kept whom decisions that were kept sent where, by their ids
     */
    public Placements(PlacementLog next, Function<Collection<String>, List<PlacedUser>> kept) {
        this.next = next;
        this.kept = kept;
    }

    @Override
    public void record(PlacementRecord placement) {
        if (placement.answer() instanceof PlacementDecision.Placed placed) {
            Lease lease = placement.lease();
            recent.put(
                    placement.decisionId(),
                    new PlacedUser(
                            placement.decisionId(),
                            placement.user().user(),
                            placement.user().domain(),
                            placed.agentId(),
                            lease == null ? 0 : lease.rev()));
        }
        next.record(placement);
    }

    /** The placements with these ids; those that are not known are left out. Fails as the database does. */
    List<PlacedUser> find(Collection<String> decisionIds) {
        List<PlacedUser> found =
                new ArrayList<>(recent.getAllPresent(decisionIds).values());
        List<String> others = decisionIds.stream()
                .filter(id -> found.stream().noneMatch(user -> user.decisionId().equals(id)))
                .toList();
        if (!others.isEmpty()) {
            found.addAll(kept.apply(others));
        }
        return found;
    }
}
