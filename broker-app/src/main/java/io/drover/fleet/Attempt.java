package io.drover.fleet;

import io.drover.catalog.Resource;
import io.drover.lease.Lease;
import io.drover.lease.LeaseRequest.Check;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A decision on the fleet as this instance saw it, with all that its lease commit needs.
 *
 * @param question what was asked
 * @param decision what was decided
 * @param leases the live leases that the user may use
 * @param leaseDomains the domains that these leases have and the one to be written may have, sorted
 * @param knownRevs the revs of all leases of the person
 * @param agent the chosen host, null when refused
 * @param healthScore the chosen host's health, 0 while unknown
 * @param sessionBehind whether the user has a session on the chosen host, or an open connection to it
 * @param resource the resource that was meant, null for none
 * @param checks the versions that the decision relied on
 * @param at when it was decided, by the database's clock
 */
public record Attempt(
        Question question,
        Decision decision,
        List<Lease> leases,
        List<String> leaseDomains,
        Set<Long> knownRevs,
        @Nullable Agent agent,
        int healthScore,
        boolean sessionBehind,
        @Nullable Resource resource,
        List<Check> checks,
        Instant at) {

    public Attempt {
        leases = List.copyOf(leases);
        leaseDomains = List.copyOf(leaseDomains);
        knownRevs = Set.copyOf(knownRevs);
        checks = List.copyOf(checks);
    }
}
