package io.drover.policy;

import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Reason;
import io.drover.policy.fact.ResourceView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the policy answers, with all that it said for this request. What it says of hosts whoever asks is in the
 * {@link Verdict}s of the same {@code fleetVersion}.
 *
 * @param farmId the farm that was decided in, empty for the whole fleet or when none could be told
 * @param resourceId the resource that was meant, empty for none
 * @param outcome the host, or the refusal
 * @param notes what a rule wanted told, for example {@code ambiguous-identity}
 * @param exclusions what bars hosts for this request alone, by agent id
 * @param terms score terms for this request alone, by agent id
 * @param waived codes that do not hold for this request, by agent id
 * @param rules who decided: the rules whose statements made the outcome
 * @param revision the rules' revision
 * @param fleetVersion grows whenever a verdict changes; with the engine's epoch it names the fleet as it was judged
 * @param seed where chance came from
 * @param farm the farm's facts, null when no host was looked at
 * @param resource the resource's facts, null for none
 * @param mark names the fleet as it was judged to the engine's {@link VerdictListener}
 */
public record Decision(
        String farmId,
        String resourceId,
        Outcome outcome,
        List<String> notes,
        Map<String, List<Exclusion>> exclusions,
        Map<String, List<ScoreTerm>> terms,
        Map<String, Set<String>> waived,
        List<RuleRef> rules,
        String revision,
        long fleetVersion,
        long seed,
        @Nullable FarmView farm,
        @Nullable ResourceView resource,
        FleetMark mark) {

    public Decision {
        notes = List.copyOf(notes);
        exclusions = Map.copyOf(exclusions);
        terms = Map.copyOf(terms);
        waived = Map.copyOf(waived);
        rules = List.copyOf(rules);
    }

    /** The host, or the refusal. */
    public sealed interface Outcome {}

    /**
     * A host was found.
     *
     * @param agentId the host
     * @param reason why
     * @param domain the domain of the session or lease that led there, empty for a new session or when not known
     * @param score the host's score, 0 for a session or lease
     * @param lease the lease that led there, null unless the reason is an existing lease
     */
    public record Placed(
            String agentId,
            Reason reason,
            String domain,
            double score,
            @Nullable LeaseView lease) implements Outcome {}

    /**
     * No host.
     *
     * @param code {@code resource_not_found}, {@code ambiguous_resource}, {@code farm_unavailable},
     *     {@code no_eligible_host}, or what an author's rule says
     * @param detail one sentence
     * @param excluded hosts by the first reason that bars them, in counting order; empty unless hosts were looked at
     */
    public record Refused(String code, String detail, Map<String, Integer> excluded) implements Outcome {}
}
