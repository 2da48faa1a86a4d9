package io.drover.lease;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * One decision that asks to become durable.
 *
 * @param person the folded user part
 * @param domain the domain of the row to write, empty for a short name
 * @param farm the farm's id, empty for the whole fleet
 * @param resource the resource's id, empty when one lease serves all resources of the farm
 * @param agentId the chosen host
 * @param knownRevs the revs of all leases of this person that the decision knew, in every domain and farm. One that ran
 *     out does no harm; one that was released, moved or written again sends the decision back. The highest rev alone
 *     would not do: who hears of others' leases out of order knows a later one and misses an earlier one.
 * @param claims the lease takes the place of what was taken under the short name for its resource: the row of its own
 *     farm, on whatever host, and every row on the chosen host
 * @param kind what is to be written
 * @param ttl how long the lease holds from now, in whole milliseconds, at least one
 * @param checks what the decision relied on: the chosen host (always) and every lease host it refused, the farm, the
 *     resource
 */
public record LeaseRequest(
        String person,
        String domain,
        String farm,
        String resource,
        String agentId,
        Set<Long> knownRevs,
        boolean claims,
        Kind kind,
        Duration ttl,
        List<Check> checks) {

    public LeaseRequest {
        knownRevs = Set.copyOf(knownRevs);
        checks = List.copyOf(checks);
        if (person.isEmpty()) {
            throw new IllegalArgumentException("a lease needs a person");
        }
        if (ttl.toMillis() < 1) {
            throw new IllegalArgumentException("a lease holds for at least 1 ms, not " + ttl);
        }
        if (claims && (domain.isEmpty() || kind == Kind.CONFIRM)) {
            throw new IllegalArgumentException("only a written lease with a domain can claim the short name's: kind "
                    + kind + ", domain '" + domain + "'");
        }
        if (checks.stream()
                .noneMatch(
                        check -> check.subject() == Subject.AGENT && check.id().equals(agentId))) {
            throw new IllegalArgumentException("the chosen host " + agentId + " is not among the checks");
        }
    }

    /** The row that the request is about. */
    public LeaseKey key() {
        return new LeaseKey(person, domain, farm, resource);
    }

    /**
     * Whether a lease on a host takes the place of another when it claims: that one was taken under the short name for
     * the same resource, and is for the same farm or on the same host.
     */
    public static boolean takesOver(LeaseKey key, String agentId, Lease other) {
        return !key.domain().isEmpty()
                && other.domain().isEmpty()
                && other.person().equals(key.person())
                && other.resource().equals(key.resource())
                && (other.agentId().equals(agentId) || other.farm().equals(key.farm()));
    }

    /** The same decision, as if it had known no lease: any lease that the person has is news to it. */
    LeaseRequest knowingNoLease() {
        return new LeaseRequest(person, domain, farm, resource, agentId, Set.of(), claims, kind, ttl, checks);
    }

    /** What is to be written. */
    public enum Kind {
        /** A placement: writes the lease and renews {@code granted_at}. */
        GRANT,
        /**
         * A reconnect: moves the expiry, leaves {@code granted_at} alone. Where no placement led to this host, it
         * becomes {@link Lease#NO_PLACEMENT}.
         */
        REFRESH,
        /**
         * A reconnect whose lease is still fresh: writes nothing, checks everything and that the lease still stands.
         */
        CONFIRM
    }

    /** What kind of thing a check is about. */
    public enum Subject {
        AGENT,
        FARM,
        RESOURCE
    }

    /**
     * A version that the decision relied on.
     *
     * @param subject what kind of thing
     * @param id its id
     * @param controlVersion the version that the decision saw
     */
    public record Check(Subject subject, String id, long controlVersion) {}
}
