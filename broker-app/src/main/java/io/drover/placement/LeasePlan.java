package io.drover.placement;

import io.drover.fleet.Attempt;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.LeaseKey;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseRequest.Kind;
import io.drover.policy.Decision.Placed;
import io.drover.policy.PlacementSettings;
import io.drover.policy.fact.Reason;
import java.util.List;
import java.util.Optional;

/** Which lease a decision asks for. */
final class LeasePlan {

    private final PlacementSettings settings;
    private final Domains domains;

    LeasePlan(PlacementSettings settings, Domains domains) {
        this.settings = settings;
        this.domains = domains;
    }

    /** @param repetition whether the request was answered a moment ago: then a lease that led back is left as it is */
    LeaseRequest of(Attempt attempt, Placed placed, boolean repetition) {
        UserName user = attempt.question().user();
        String farm = attempt.decision().farmId();
        String resource =
                settings.singleSessionPerUser() ? "" : attempt.decision().resourceId();
        String domain = domain(attempt, placed);
        LeaseKey key = new LeaseKey(user.user(), domain, farm, resource);
        boolean claims =
                attempt.leases().stream().anyMatch(lease -> LeaseRequest.takesOver(key, placed.agentId(), lease));
        Optional<Lease> own = attempt.leases().stream()
                .filter(lease -> lease.key().equals(key))
                .findFirst();
        return new LeaseRequest(
                user.user(),
                domain,
                farm,
                resource,
                placed.agentId(),
                attempt.knownRevs(),
                claims,
                kind(attempt, placed, own, claims, repetition),
                settings.leaseTtl(),
                attempt.checks());
    }

    /**
     * The lease that a request asks to confirm, as the decision knew it.
     *
     * @param asked what {@link #of} made of the decision, of kind {@link Kind#CONFIRM}
     */
    static Lease held(Attempt attempt, LeaseRequest asked) {
        return attempt.leases().stream()
                .filter(lease -> lease.key().equals(asked.key()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The domain of the row to write. A qualified name keeps the spelling of a row that it has; a short name takes the
     * domain of what it was led by, or else of the only one known: a session in another domain leaves it without one.
     */
    private String domain(Attempt attempt, Placed placed) {
        UserName user = attempt.question().user();
        List<String> known = attempt.leaseDomains();
        if (!user.isShort()) {
            return known.stream()
                    .filter(d -> d.equals(user.domain()))
                    .findFirst()
                    .orElseGet(() -> known.stream()
                            .filter(d -> domains.same(d, user.domain()))
                            .findFirst()
                            .orElse(user.domain()));
        }
        if (!placed.domain().isEmpty()) {
            return known.stream()
                    .filter(d -> domains.same(d, placed.domain()))
                    .findFirst()
                    .orElse(placed.domain());
        }
        boolean only = attempt.question().sessions().stream()
                .allMatch(session -> known.stream().allMatch(d -> domains.mayBeSame(d, session.domain())));
        return known.isEmpty() || !only ? "" : known.get(0);
    }

    /**
     * Who is led back to a session uses the lease anew, and that is written, however young the lease is: the session
     * may end before the user is there, and the heartbeat that shows it must not take the lease.
     */
    private Kind kind(Attempt attempt, Placed placed, Optional<Lease> own, boolean claims, boolean repetition) {
        if (placed.reason() == Reason.LOAD_BALANCE) {
            return Kind.GRANT;
        }
        boolean backed = own.filter(l -> l.agentId().equals(placed.agentId())).isPresent();
        if (repetition && backed && !claims) {
            return Kind.CONFIRM;
        }
        if (placed.reason() == Reason.EXISTING_LEASE) {
            return attempt.sessionBehind() ? Kind.REFRESH : Kind.GRANT;
        }
        return Kind.REFRESH;
    }
}
