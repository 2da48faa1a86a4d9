package io.drover.policy;

import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.Bars;
import java.util.List;
import java.util.Set;

/**
 * What the rules say of one host, whoever asks.
 *
 * @param agent the facts judged
 * @param farmIds farms that the host is a member of
 * @param exclusions why it is barred, in counting order
 * @param terms parts of its score, in a stated order, so that sums are the same everywhere
 */
public record Verdict(AgentView agent, Set<String> farmIds, List<Exclusion> exclusions, List<ScoreTerm> terms) {

    public Verdict {
        farmIds = Set.copyOf(farmIds);
        exclusions = List.copyOf(exclusions);
        terms = List.copyOf(terms);
    }

    /** The host's score in a farm. */
    public double score(String farmId, String strategy) {
        double sum = 0;
        for (ScoreTerm term : terms) {
            if (term.countsIn(farmId, strategy)) {
                sum += term.points();
            }
        }
        return sum;
    }

    /** Whether the host takes new sessions in a farm, resources left aside. */
    public boolean takesNewSessions(String farmId) {
        if (!farmIds.contains(farmId)) {
            return false;
        }
        for (Exclusion exclusion : exclusions) {
            if (exclusion.holdsFor(farmId, "")) {
                return false;
            }
        }
        return true;
    }

    /** Whether something bars the host for a request that heeds such exclusions. */
    public static boolean stops(Exclusion exclusion, Bars heeds) {
        return heeds == Bars.NEW_SESSION || exclusion.bars() == Bars.ANY_SESSION;
    }
}
