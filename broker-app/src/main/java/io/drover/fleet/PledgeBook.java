package io.drover.fleet;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decisions whose lease is still being written. They count on their hosts like placements under way: otherwise all
 * users who ask while the database writes would get one host. Not safe for use by several threads at once.
 */
final class PledgeBook {

    private final Domains domains;
    private final Duration leaseTtl;
    private final Map<String, Map<Attempt, Lease>> byAgent = new HashMap<>();
    private final Map<String, Map<Attempt, Lease>> byPerson = new HashMap<>();

    /** @param leaseTtl how long a lease holds */
    PledgeBook(Domains domains, Duration leaseTtl) {
        this.domains = domains;
        this.leaseTtl = leaseTtl;
    }

    /**
     * Takes a decision that chose a host; gives that host's id. Of one that sends back to a session it takes nothing:
     * the user is counted there already.
     */
    Optional<String> add(Attempt attempt) {
        Agent agent = attempt.agent();
        if (agent == null || attempt.sessionBehind()) {
            return Optional.empty();
        }
        Lease wanted = wanted(attempt, agent.id());
        add(byAgent, wanted.agentId(), attempt, wanted);
        add(byPerson, wanted.person(), attempt, wanted);
        return Optional.of(agent.id());
    }

    /** The lease that will be written, as far as it is known. */
    private Lease wanted(Attempt attempt, String agentId) {
        UserName user = attempt.question().user();
        Instant at = attempt.at();
        return new Lease(user.user(), user.domain(), "", "", agentId, 0, 0, at, at.plus(leaseTtl));
    }

    private static void add(Map<String, Map<Attempt, Lease>> book, String key, Attempt attempt, Lease wanted) {
        book.computeIfAbsent(key, any -> new IdentityHashMap<>(2)).put(attempt, wanted);
    }

    /** Forgets a decision; gives the id of the host that it counted on. */
    Optional<String> remove(Attempt attempt) {
        Agent agent = attempt.agent();
        if (agent == null) {
            return Optional.empty();
        }
        remove(byPerson, attempt.question().user().user(), attempt);
        return remove(byAgent, agent.id(), attempt) ? Optional.of(agent.id()) : Optional.empty();
    }

    private static boolean remove(Map<String, Map<Attempt, Lease>> book, String key, Attempt attempt) {
        Map<Attempt, Lease> of = book.get(key);
        boolean there = of != null && of.remove(attempt) != null;
        if (of != null && of.isEmpty()) {
            book.remove(key);
        }
        return there;
    }

    /** The leases of a host, with those that are being written. */
    Collection<Lease> with(Collection<Lease> leases, String agentId) {
        Map<Attempt, Lease> on = byAgent.get(agentId);
        if (on == null) {
            return leases;
        }
        List<Lease> all = new ArrayList<>(leases);
        all.addAll(on.values());
        return all;
    }

    /** The leases that are being written for a user, under whatever name that may be the same. */
    List<Lease> of(UserName user) {
        return byPerson.getOrDefault(user.user(), Map.of()).values().stream()
                .filter(lease -> domains.mayBeSame(lease.domain(), user.domain()))
                .toList();
    }
}
