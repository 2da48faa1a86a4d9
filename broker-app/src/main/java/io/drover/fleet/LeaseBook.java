package io.drover.fleet;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.LeaseKey;
import io.drover.lease.LeaseRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The leases that are known, by person and by host. Not safe for use by several threads at once. */
final class LeaseBook {

    private final Domains domains;
    private final Map<String, Map<LeaseKey, Lease>> byPerson = new HashMap<>();
    private final Map<String, NavigableMap<Granted, Lease>> byAgent = new HashMap<>();
    private final EndedLeases ended = new EndedLeases();

    LeaseBook(Domains domains) {
        this.domains = domains;
    }

    /** Where a lease stands among those of its host: the one that was granted last is the last one. */
    private record Granted(Instant at, LeaseKey key) implements Comparable<Granted> {

        private static final LeaseKey FIRST = new LeaseKey("", "", "", "");
        private static final Comparator<Granted> ORDER = Comparator.comparing(Granted::at)
                .thenComparing(granted -> granted.key().person())
                .thenComparing(granted -> granted.key().domain())
                .thenComparing(granted -> granted.key().farm())
                .thenComparing(granted -> granted.key().resource());

        static Granted of(Lease lease) {
            return new Granted(lease.grantedAt(), lease.key());
        }

        @Override
        public int compareTo(Granted other) {
            return ORDER.compare(this, other);
        }
    }

    /** Keeps a lease unless it ended or a newer one of its key is known; returns the hosts that it concerns. */
    Set<String> put(Lease lease) {
        if (ended.contains(lease)) {
            return Set.of();
        }
        Map<LeaseKey, Lease> of = byPerson.computeIfAbsent(lease.person(), k -> new HashMap<>(2));
        Lease before = of.get(lease.key());
        if (before != null && before.rev() >= lease.rev()) {
            return Set.of();
        }
        Set<String> touched = new HashSet<>();
        if (before != null) {
            touched.add(before.agentId());
            removeFromAgent(before);
        }
        of.put(lease.key(), lease);
        byAgent.computeIfAbsent(lease.agentId(), k -> new TreeMap<>()).put(Granted.of(lease), lease);
        touched.add(lease.agentId());
        return touched;
    }

    /** Like {@link #put}, also when it was heard that the lease ended: the database has it. */
    Set<String> putForSure(Lease lease) {
        ended.forget(lease);
        return put(lease);
    }

    /** Forgets a lease that ended, for good, unless it was written again since; returns the hosts that it concerned. */
    Set<String> end(Lease lease, Instant now) {
        ended.add(lease, now);
        return remove(lease);
    }

    /** Takes again what was heard to have ended. */
    void forgetEnded() {
        ended.forgetAll();
    }

    /** Forgets a lease unless it was written again since; returns the hosts that it concerned. */
    Set<String> remove(Lease lease) {
        Map<LeaseKey, Lease> of = byPerson.get(lease.person());
        Lease known = of == null ? null : of.get(lease.key());
        if (of == null || known == null || known.rev() > lease.rev()) {
            return Set.of();
        }
        of.remove(lease.key());
        if (of.isEmpty()) {
            byPerson.remove(lease.person());
        }
        removeFromAgent(known);
        return Set.of(known.agentId());
    }

    private void removeFromAgent(Lease lease) {
        NavigableMap<Granted, Lease> on = byAgent.get(lease.agentId());
        if (on != null) {
            on.remove(Granted.of(lease));
            if (on.isEmpty()) {
                byAgent.remove(lease.agentId());
            }
        }
    }

    Collection<Lease> ofPerson(String person) {
        Map<LeaseKey, Lease> of = byPerson.get(person);
        return of == null ? List.of() : List.copyOf(of.values());
    }

    /** Those of the short name that a lease took over when it was written, see {@link LeaseRequest#takesOver}. */
    List<Lease> takenOverBy(Lease lease) {
        return ofPerson(lease.person()).stream()
                .filter(l -> l.rev() < lease.rev() && LeaseRequest.takesOver(lease.key(), lease.agentId(), l))
                .toList();
    }

    /** Not a copy: it changes with the book. */
    Collection<Lease> onAgent(String agentId) {
        NavigableMap<Granted, Lease> on = byAgent.get(agentId);
        return on == null ? List.of() : Collections.unmodifiableCollection(on.values());
    }

    /** Those that were granted after that time, of however many. Not a copy either. */
    Collection<Lease> onAgent(String agentId, Instant grantedAfter) {
        NavigableMap<Granted, Lease> on = byAgent.get(agentId);
        return on == null
                ? List.of()
                : Collections.unmodifiableCollection(
                        on.tailMap(new Granted(grantedAfter.plusNanos(1), Granted.FIRST), true)
                                .values());
    }

    int size() {
        return byPerson.values().stream().mapToInt(Map::size).sum();
    }

    List<Lease> all() {
        List<Lease> all = new ArrayList<>();
        byPerson.values().forEach(of -> all.addAll(of.values()));
        return all;
    }

    /**
     * The leases that a name may use. A qualified name uses those of its own domain, and adopts one taken under the
     * short name where it has none of its own; an account local to a host adopts none. A short name uses those of the
     * only domain known and its own; when two domains are known, its own alone.
     *
     * @param isHostname whether a domain is a host's own name
     */
    List<Lease> of(UserName user, Predicate<String> isHostname, Instant now) {
        List<Lease> live = ofPerson(user.user()).stream()
                .filter(l -> l.expiresAt().isAfter(now))
                .toList();
        return user.isShort() ? ofShortName(live) : ofQualifiedName(live, user, isHostname);
    }

    private List<Lease> ofShortName(List<Lease> live) {
        String only = onlyDomain(live);
        return live.stream()
                .filter(l -> l.domain().isEmpty() || (only != null && same(l.domain(), only)))
                .toList();
    }

    private @Nullable String onlyDomain(List<Lease> live) {
        List<String> known =
                live.stream().map(Lease::domain).filter(d -> !d.isEmpty()).toList();
        return !known.isEmpty() && domains.areOne(known) ? known.get(0) : null;
    }

    private List<Lease> ofQualifiedName(List<Lease> live, UserName user, Predicate<String> isHostname) {
        List<Lease> own =
                live.stream().filter(l -> same(l.domain(), user.domain())).toList();
        List<Lease> usable = new ArrayList<>(own);
        for (Lease lease : live) {
            boolean adoptable = lease.domain().isEmpty() && own.stream().noneMatch(o -> samePlace(o, lease));
            if (adoptable && !user.isLocal() && !isHostname.test(user.domain())) {
                usable.add(lease);
            }
        }
        return usable;
    }

    private static boolean samePlace(Lease a, Lease b) {
        return a.farm().equals(b.farm()) && a.resource().equals(b.resource());
    }

    private boolean same(String a, String b) {
        return a.equals(b) || domains.same(a, b);
    }
}
