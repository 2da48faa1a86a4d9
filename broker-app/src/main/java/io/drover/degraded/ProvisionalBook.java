package io.drover.degraded;

import io.drover.lease.Lease;
import io.drover.lease.LeaseJudge;
import io.drover.lease.LeaseKey;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseRequest.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The leases that were given without the database and are not settled, by person. It judges a request as the database
 * would, on what this instance knows. Not safe for use by several threads at once.
 */
final class ProvisionalBook {

    private final KnownLeases known;
    private final Map<String, Person> persons = new LinkedHashMap<>();
    private long lastRev = Lease.PROVISIONAL;

    /**
     * A person's provisional leases.
     *
     * @param durableRevs the revs of the leases that the database has, as far as the decisions knew
     * @param decisions the last decision that led to each lease's host, by its key in the decision log
     */
    record Person(Set<Long> durableRevs, Map<LeaseKey, ProvisionalLease> leases, Map<LeaseKey, String> decisions) {}

    ProvisionalBook(KnownLeases known) {
        this.known = known;
    }

    boolean isEmpty() {
        return persons.isEmpty();
    }

    boolean has(String person) {
        return persons.containsKey(person);
    }

    int size() {
        return persons.values().stream()
                .mapToInt(person -> person.leases().size())
                .sum();
    }

    /** Gives the request its lease, or says which leases its decision did not know. */
    LeaseOutcome judge(LeaseRequest request, Instant now) {
        Map<LeaseKey, Lease> there = leasesOf(request.person());
        Optional<LeaseOutcome.LeaseChanged> objection = LeaseJudge.objection(request, there.values(), now);
        if (objection.isPresent()) {
            return objection.get();
        }
        @Nullable Lease own = there.get(request.key());
        if (own != null && request.kind() == Kind.CONFIRM) {
            return new LeaseOutcome.Provisional(own);
        }
        Lease lease = LeaseJudge.written(request, own, ++lastRev, now);
        keep(lease, request);
        known.put(lease);
        return new LeaseOutcome.Provisional(lease);
    }

    /** What is known of the person: of each key, the provisional lease before the durable one. */
    private Map<LeaseKey, Lease> leasesOf(String name) {
        Map<LeaseKey, Lease> leases = new HashMap<>();
        known.leasesOf(name).forEach(lease -> leases.put(lease.key(), lease));
        Person person = persons.get(name);
        if (person != null) {
            person.leases()
                    .values()
                    .forEach(pending -> leases.put(pending.lease().key(), pending.lease()));
        }
        return leases;
    }

    private void keep(Lease lease, LeaseRequest request) {
        Person person = persons.computeIfAbsent(
                request.person(), name -> new Person(new HashSet<>(), new LinkedHashMap<>(), new HashMap<>()));
        request.knownRevs().stream().filter(rev -> rev < Lease.PROVISIONAL).forEach(person.durableRevs()::add);
        if (request.claims()) {
            person.leases()
                    .values()
                    .removeIf(pending -> LeaseRequest.takesOver(request.key(), request.agentId(), pending.lease()));
        }
        person.leases().compute(lease.key(), (key, before) -> ProvisionalLease.of(lease, request, before));
    }

    /** A decision led to the host of a lease, if it is one of these. */
    void decided(Lease lease, String decisionId) {
        Person person = persons.get(lease.person());
        if (person != null) {
            ProvisionalLease pending = person.leases().get(lease.key());
            if (pending != null && pending.lease().equals(lease)) {
                person.decisions().put(lease.key(), decisionId);
            }
        }
    }

    /** The last decision that led to the lease's host; empty when it is not known. */
    String decisionOf(ProvisionalLease lease) {
        Person person = persons.get(lease.request().person());
        return person == null
                ? ""
                : person.decisions().getOrDefault(lease.lease().key(), "");
    }

    /** The first of those that wait, each with the revs that the database is expected to have of the person. */
    List<Waiting> first(int most) {
        return persons.values().stream()
                .flatMap(person -> person.leases().values().stream()
                        .limit(1)
                        .map(lease -> new Waiting(lease, Set.copyOf(person.durableRevs()))))
                .limit(most)
                .toList();
    }

    /**
     * One that waits to be settled.
     *
     * @param durableRevs the revs of the person's leases that the database is expected to have
     */
    record Waiting(ProvisionalLease lease, Set<Long> durableRevs) {}

    /** Forgets a lease that is settled, unless another was given in its place meanwhile. */
    void settled(ProvisionalLease lease, Stream<Lease> written) {
        Person person = persons.get(lease.request().person());
        if (person == null) {
            return;
        }
        written.map(Lease::rev).forEach(person.durableRevs()::add);
        person.leases().remove(lease.lease().key(), lease);
        forgetIfEmpty(lease.request().person(), person);
    }

    /** Ends a lease early; false when it is none of these. */
    boolean release(Lease lease) {
        Person person = persons.get(lease.person());
        if (person == null
                || !person.leases().values().removeIf(pending -> pending.lease().equals(lease))) {
            return false;
        }
        forgetIfEmpty(lease.person(), person);
        return true;
    }

    private void forgetIfEmpty(String name, Person person) {
        if (person.leases().isEmpty()) {
            persons.remove(name);
        }
    }
}
