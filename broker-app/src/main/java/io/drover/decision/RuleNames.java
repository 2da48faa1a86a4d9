package io.drover.decision;

import io.drover.policy.RuleRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules of an epoch by id. Ids that stand for several rules are left out. Safe for use by many threads. */
final class RuleNames {

    /** Knows no rule. */
    static final RuleNames NONE = new RuleNames(List.of());

    private final Map<String, RuleRef> byId;

    RuleNames(Collection<RuleRef> rules) {
        Map<String, RuleRef> known = new HashMap<>();
        rules.forEach(rule -> known.merge(rule.id(), rule, (one, other) -> one.equals(other) ? one : null));
        byId = Map.copyOf(known);
    }

    boolean knows(RuleRef rule) {
        return rule.equals(byId.get(rule.id()));
    }

    @Nullable
    RuleRef rule(String id) {
        return byId.get(id);
    }

    Collection<RuleRef> all() {
        return byId.values();
    }
}
