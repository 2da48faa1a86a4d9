package io.drover.policy.engine;

import io.drover.policy.Decision.Refused;
import io.drover.policy.RuleRef;
import io.drover.policy.fact.Resource;
import io.drover.policy.fact.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which resource and which farm a call means, by the lowest rank of what the rules proposed.
 *
 * @param resource the resource, null for none
 * @param farmId the farm, empty for the whole fleet, null when no rule named one
 * @param refusal why the call is refused, null when it is not
 * @param rules who decided
 */
record Resolution(
        @Nullable Resource resource,
        @Nullable String farmId,
        @Nullable Refused refusal,
        List<RuleRef> rules) {

    String resourceId() {
        return resource == null ? "" : resource.getId();
    }

    static Resolution of(Turn turn) {
        Said refusal = lowest(turn.refusals, Resolution::refusalRank);
        int best =
                turn.resources.stream().mapToInt(Resolution::resourceRank).min().orElse(Integer.MAX_VALUE);
        if (refusal != null && refusalRank(refusal) <= best) {
            Statement.Refused said = (Statement.Refused) refusal.statement();
            return refused(said.code(), said.detail(), refusal.rule());
        }
        List<Said> meant = turn.resources.stream()
                .filter(s -> resourceRank(s) == best)
                .sorted(Comparator.comparing(s -> resourceOf(s).getId()))
                .toList();
        if (meant.stream().map(s -> resourceOf(s).getId()).distinct().count() > 1) {
            return refused(
                    "ambiguous_resource",
                    "the connection stands for more than one enabled resource",
                    meant.get(0).rule());
        }
        return meant.isEmpty() ? new Resolution(null, farm(turn), null, farmRules(turn)) : with(meant.get(0), turn);
    }

    private static Resolution with(Said meant, Turn turn) {
        Resource resource = resourceOf(meant);
        List<RuleRef> rules = new ArrayList<>(List.of(meant.rule()));
        if (!resource.getFarm_id().isEmpty()) {
            return new Resolution(resource, resource.getFarm_id(), null, rules);
        }
        rules.addAll(farmRules(turn));
        return new Resolution(resource, farm(turn), null, rules);
    }

    private static Resolution refused(String code, String detail, RuleRef rule) {
        return new Resolution(null, null, new Refused(code, detail, Map.of()), List.of(rule));
    }

    private static @Nullable String farm(Turn turn) {
        Said said = lowest(turn.farms, Resolution::farmRank);
        return said == null ? null : ((Statement.FarmProposed) said.statement()).farmId();
    }

    private static List<RuleRef> farmRules(Turn turn) {
        Said said = lowest(turn.farms, Resolution::farmRank);
        return said == null ? List.of() : List.of(said.rule());
    }

    private static @Nullable Said lowest(List<Said> said, ToIntFunction<Said> rank) {
        return said.stream().min(Comparator.comparingInt(rank)).orElse(null);
    }

    private static int refusalRank(Said said) {
        return ((Statement.Refused) said.statement()).rank();
    }

    private static int farmRank(Said said) {
        return ((Statement.FarmProposed) said.statement()).rank();
    }

    private static int resourceRank(Said said) {
        return ((Statement.ResourceProposed) said.statement()).rank();
    }

    private static Resource resourceOf(Said said) {
        return ((Statement.ResourceProposed) said.statement()).resource();
    }
}
