package io.drover.lease;

import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Kind;
import io.drover.lease.LeaseRequest.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Says lease requests in few words. Without further words: a grant to alice, who is known to have no lease. */
record LeaseRequests(
        String person,
        String domain,
        String farm,
        String resource,
        Set<Long> knownRevs,
        boolean claims,
        Kind kind,
        Duration ttl,
        List<Check> others) {

    static LeaseRequests of(String person) {
        return new LeaseRequests(
                person, "", "office", "", Set.of(), false, Kind.GRANT, Duration.ofMinutes(15), List.of());
    }

    static LeaseRequests alice() {
        return of("alice");
    }

    static Check agent(String id, long version) {
        return new Check(Subject.AGENT, id, version);
    }

    LeaseRequests domain(String newDomain) {
        return new LeaseRequests(person, newDomain, farm, resource, knownRevs, claims, kind, ttl, others);
    }

    LeaseRequests farm(String newFarm) {
        return new LeaseRequests(person, domain, newFarm, resource, knownRevs, claims, kind, ttl, others);
    }

    LeaseRequests resource(String newResource) {
        return new LeaseRequests(person, domain, farm, newResource, knownRevs, claims, kind, ttl, others);
    }

    /** Knows these leases, beside those known already. */
    LeaseRequests knowing(Lease... leases) {
        Set<Long> revs = new HashSet<>(knownRevs);
        Stream.of(leases).map(Lease::rev).forEach(revs::add);
        return new LeaseRequests(person, domain, farm, resource, revs, claims, kind, ttl, others);
    }

    LeaseRequests claiming() {
        return new LeaseRequests(person, domain, farm, resource, knownRevs, true, kind, ttl, others);
    }

    LeaseRequests kind(Kind newKind) {
        return new LeaseRequests(person, domain, farm, resource, knownRevs, claims, newKind, ttl, others);
    }

    LeaseRequests ttl(Duration newTtl) {
        return new LeaseRequests(person, domain, farm, resource, knownRevs, claims, kind, newTtl, others);
    }

    LeaseRequests relyingOn(Check check) {
        List<Check> more = new ArrayList<>(others);
        more.add(check);
        return new LeaseRequests(person, domain, farm, resource, knownRevs, claims, kind, ttl, more);
    }

    /** To the host, whose control version is 1. */
    LeaseRequest to(String agentId) {
        return to(agentId, 1);
    }

    LeaseRequest to(String agentId, long version) {
        List<Check> checks = new ArrayList<>(others);
        checks.add(agent(agentId, version));
        return new LeaseRequest(person, domain, farm, resource, agentId, knownRevs, claims, kind, ttl, checks);
    }
}
