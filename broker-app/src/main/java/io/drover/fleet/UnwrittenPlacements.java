package io.drover.fleet;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.Decision.Placed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Placements that were decided and whose lease is being written. Their users count on their hosts already, or all who
 * come within one write would be sent to the same host. Not safe for use by several threads at once.
 */
final class UnwrittenPlacements {

    /** Longer than any placement takes; what was never concluded counts no longer. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final Domains domains;
    private final Map<String, List<Unwritten>> byAgent = new HashMap<>();
    private final Map<String, List<Unwritten>> byPerson = new HashMap<>();

    UnwrittenPlacements(Domains domains) {
        this.domains = domains;
    }

    /**
     * One of them.
     *
     * @param until when it counts no longer
     */
    record Unwritten(UserName user, String agentId, Instant until) {}

    /** Notes the host of a decision that places its user anew. */
    void add(Attempt attempt) {
        if (attempt.isNewPlacement()) {
            Unwritten placement = unwritten(attempt);
            byAgent.computeIfAbsent(placement.agentId(), id -> new ArrayList<>(1))
                    .add(placement);
            byPerson.computeIfAbsent(placement.user().user(), person -> new ArrayList<>(1))
                    .add(placement);
        }
    }

    /** Forgets what {@link #add} noted; the lease is written or will not be. */
    void remove(Attempt attempt) {
        if (attempt.isNewPlacement()) {
            Unwritten placement = unwritten(attempt);
            remove(byAgent, placement.agentId(), placement);
            remove(byPerson, placement.user().user(), placement);
        }
    }

    private static void remove(Map<String, List<Unwritten>> from, String key, Unwritten placement) {
        List<Unwritten> of = from.getOrDefault(key, List.of());
        if (of.size() > 1) {
            of.remove(placement);
        } else if (of.contains(placement)) {
            from.remove(key);
        }
    }

    private static Unwritten unwritten(Attempt attempt) {
        Placed placed = (Placed) attempt.decision().outcome();
        return new Unwritten(
                attempt.question().user(), placed.agentId(), attempt.at().plus(LONGEST));
    }

    Collection<Unwritten> on(String agentId) {
        return byAgent.getOrDefault(agentId, List.of());
    }

    /** The hosts that this user is being sent to. */
    Set<String> agentsFor(UserName user, Instant now) {
        return byPerson.getOrDefault(user.user(), List.of()).stream()
                .filter(one -> now.isBefore(one.until()) && isSame(user, one.user()))
                .map(Unwritten::agentId)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private boolean isSame(UserName a, UserName b) {
        return a.isShort() || b.isShort() || a.domain().equals(b.domain()) || domains.same(a.domain(), b.domain());
    }
}
