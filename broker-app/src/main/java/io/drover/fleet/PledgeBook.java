package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decisions whose lease is still being written. They count on their hosts like placements under way: otherwise all
 * users who ask while the database writes would get one host. Not safe for use by several threads at once.
 */
final class PledgeBook {

    private final Map<String, Map<Attempt, Lease>> byAgent = new HashMap<>();
    private final Map<String, Map<Attempt, Lease>> byPerson = new HashMap<>();

    /** Takes the lease that will be written for a decision, as far as it is known. */
    void add(Attempt attempt, Lease wanted) {
        add(byAgent, wanted.agentId(), attempt, wanted);
        add(byPerson, wanted.person(), attempt, wanted);
    }

    private static void add(Map<String, Map<Attempt, Lease>> book, String key, Attempt attempt, Lease wanted) {
        book.computeIfAbsent(key, any -> new IdentityHashMap<>(2)).put(attempt, wanted);
    }

    /** Forgets a decision's lease; says whether it was there. */
    boolean remove(Attempt attempt, String agentId) {
        remove(byPerson, attempt.question().user().user(), attempt);
        return remove(byAgent, agentId, attempt);
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

    /** The leases that are being written for a person. */
    Collection<Lease> of(String person) {
        Map<Attempt, Lease> of = byPerson.get(person);
        return of == null ? List.of() : List.copyOf(of.values());
    }
}
