package io.drover.lease;

import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Kind;
import io.drover.lease.LeaseRequest.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Says lease requests in few words. Without further words: a grant to alice, who is known to have no lease. */
record LeaseRequests(
        String person,
        String domain,
        String farm,
        String resource,
        long seenRev,
        boolean claims,
        Kind kind,
        Duration ttl,
        List<Check> others) {

    static LeaseRequests of(String person) {
        return new LeaseRequests(person, "", "office", "", 0, false, Kind.GRANT, Duration.ofMinutes(15), List.of());
    }

    static LeaseRequests alice() {
        return of("alice");
    }

    static Check agent(String id, long version) {
        return new Check(Subject.AGENT, id, version);
    }

    LeaseRequests domain(String newDomain) {
        return new LeaseRequests(person, newDomain, farm, resource, seenRev, claims, kind, ttl, others);
    }

    LeaseRequests farm(String newFarm) {
        return new LeaseRequests(person, domain, newFarm, resource, seenRev, claims, kind, ttl, others);
    }

    LeaseRequests resource(String newResource) {
        return new LeaseRequests(person, domain, farm, newResource, seenRev, claims, kind, ttl, others);
    }

    LeaseRequests seen(Lease lease) {
        return new LeaseRequests(person, domain, farm, resource, lease.rev(), claims, kind, ttl, others);
    }

    LeaseRequests claiming() {
        return new LeaseRequests(person, domain, farm, resource, seenRev, true, kind, ttl, others);
    }

    LeaseRequests kind(Kind newKind) {
        return new LeaseRequests(person, domain, farm, resource, seenRev, claims, newKind, ttl, others);
    }

    LeaseRequests ttl(Duration newTtl) {
        return new LeaseRequests(person, domain, farm, resource, seenRev, claims, kind, newTtl, others);
    }

    LeaseRequests relyingOn(Check check) {
        List<Check> more = new ArrayList<>(others);
        more.add(check);
        return new LeaseRequests(person, domain, farm, resource, seenRev, claims, kind, ttl, more);
    }

    /** To the host, whose control version is 1. */
    LeaseRequest to(String agentId) {
        return to(agentId, 1);
    }

    LeaseRequest to(String agentId, long version) {
        List<Check> checks = new ArrayList<>(others);
        checks.add(agent(agentId, version));
        return new LeaseRequest(person, domain, farm, resource, agentId, seenRev, claims, kind, ttl, checks);
    }
}
