package io.drover.policy.engine;

import io.drover.policy.Decision.Refused;
import io.drover.policy.Exclusion;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import io.drover.policy.fact.Bars;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What bars hosts for one request: what is said of them anyway and what is said for the request, less what it waives.
 */
final class Barring {

    private static final Comparator<Exclusion> COUNTING = Comparator.comparingInt(Exclusion::place)
            .thenComparing(Exclusion::code)
            .thenComparing(e -> e.rule().id());

    private final Turn turn;
    private final String farmId;
    private final String resourceId;

    Barring(Turn turn, String farmId, String resourceId) {
        this.turn = turn;
        this.farmId = farmId;
        this.resourceId = resourceId;
    }

    /** Whether the host is a member of the farm and nothing stops a request that heeds such exclusions. */
    boolean isOpen(@Nullable Verdict verdict, Bars heeds) {
        return verdict != null && verdict.farmIds().contains(farmId) && first(verdict, heeds) == null;
    }

    /** The first exclusion, in counting order, that stops a request which heeds such ones. */
    @Nullable
    Exclusion first(Verdict verdict, Bars heeds) {
        String id = verdict.agent().id();
        Set<String> waived = turn.waived.getOrDefault(id, Set.of());
        Exclusion anyway = first(verdict.exclusions(), waived, heeds);
        Exclusion now = first(turn.exclusions.getOrDefault(id, List.of()), waived, heeds);
        if (anyway == null || now == null) {
            return anyway == null ? now : anyway;
        }
        return COUNTING.compare(now, anyway) < 0 ? now : anyway;
    }

    private @Nullable Exclusion first(List<Exclusion> inOrder, Set<String> waived, Bars heeds) {
        for (Exclusion exclusion : inOrder) {
            if (exclusion.holdsFor(farmId, resourceId)
                    && !waived.contains(exclusion.code())
                    && Verdict.stops(exclusion, heeds)) {
                return exclusion;
            }
        }
        return null;
    }

    /** Nobody takes the session: counts the farm's members by the first reason that bars them. */
    Refused refusal(Collection<Verdict> hosts, Collection<RuleRef> deciding) {
        SortedMap<Exclusion, Integer> reasons = new TreeMap<>(COUNTING);
        for (Verdict verdict : hosts) {
            Exclusion first = verdict.farmIds().contains(farmId) ? first(verdict, Bars.NEW_SESSION) : null;
            if (first != null) {
                reasons.merge(first, 1, Integer::sum);
            }
        }
        Set<RuleRef> rules = new LinkedHashSet<>();
        Map<String, Integer> byCode = new LinkedHashMap<>();
        reasons.forEach((reason, count) -> {
            rules.add(reason.rule());
            byCode.merge(reason.code(), count, Integer::sum);
        });
        deciding.addAll(rules);
        return new Refused(
                "no_eligible_host", "no host of the farm takes this session", Collections.unmodifiableMap(byCode));
    }
}
