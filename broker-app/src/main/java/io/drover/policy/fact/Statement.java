package io.drover.policy.fact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the right-hand side of a rule said. Made by the facts' effect methods, never by a rule itself. */
public sealed interface Statement {

    /** What an exclusion or a score term is limited to. */
    sealed interface Scope {
        /** Holds everywhere. */
        record Everywhere() implements Scope {}

        /** Holds in one farm. */
        record InFarm(String farmId) implements Scope {}

        /** Holds for one published resource. */
        record ForResource(String resourceId) implements Scope {}

        /** Holds in the farms that use one strategy. */
        record WithStrategy(String name) implements Scope {}
    }

    /** A statement about one host. */
    sealed interface AboutAgent extends Statement {
        Agent agent();
    }

    /** The host is a member of the farm. */
    record Joined(Agent agent, String farmId) implements AboutAgent {}

    /** The host is barred. */
    record Excluded(Agent agent, Scope scope, String code, Bars bars, String detail) implements AboutAgent {}

    /** The host's score changes by so many points. */
    record Scored(Agent agent, Scope scope, String label, double points) implements AboutAgent {}

    /** An exclusion of the host does not hold for this request. */
    record Waived(Agent agent, String code) implements AboutAgent {}

    /** The host is proposed for this request, ahead of the ranking; with the lease that led there, if one did. */
    record Proposed(
            Agent agent,
            Reason reason,
            Bars heeds,
            String domain,
            @Nullable LeaseView lease,
            List<Double> order) implements AboutAgent {}

    /** The health of the host that was scraped is worse by so many points. */
    record Deducted(String code, double points, String detail) implements Statement {}

    /** The resource is proposed for the call. */
    record ResourceProposed(Resource resource, int rank) implements Statement {}

    /** The farm is proposed for the call; an empty id is the whole fleet. */
    record FarmProposed(String farmId, int rank) implements Statement {}

    /** The call or the request is refused. */
    record Refused(String code, String detail, int rank) implements Statement {}

    /** Sessions of two domains cancel each other. */
    record OneDomain(String note) implements Statement {}

    /** The ranking is picked from by the request's seed. */
    record Picked(Pick pick) implements Statement {}

    /** Something worth telling in the decision. */
    record Noted(String note) implements Statement {}

    /** How the host is picked from the ranking. */
    enum Pick {
        /** The very best. */
        BEST,
        /** One of the best {@code min(n, max(2, n/5))}, by the seed. */
        JITTER,
        /** Any of them, by the seed. */
        RANDOM
    }
}
