package io.drover.policy.engine;

import io.drover.policy.PolicyFailedException;
import io.drover.policy.RuleRef;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells from a fault which rule is at fault. */
final class Blame {

    private final CompiledRules rules;

    Blame(CompiledRules rules) {
        this.rules = rules;
    }

    /**
     * @param firing whether a rule was stopped in the middle
     * @param last the rule that fires now, or fired last; null for none
     */
    PolicyFailedException failure(Throwable fault, boolean firing, @Nullable RuleRef last) {
        Throwable root = fault;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String why = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        RuleRef rule = firing ? last : named(fault).orElse(last);
        if (rule == null) {
            return new PolicyFailedException("the rules failed: " + why, null, fault);
        }
        String where = rule.file().isEmpty() ? "" : " (" + rule.file() + ":" + rule.line() + ")";
        return new PolicyFailedException("rule " + rule.id() + where + " failed: " + why, rule, fault);
    }

    /** The rule that a failed condition names: Drools quotes rule names in the message. */
    private Optional<RuleRef> named(Throwable fault) {
        Collection<RuleRef> known = rules.byName().values();
        for (Throwable one = fault; one != null; one = one.getCause()) {
            String message = String.valueOf(one.getMessage());
            Optional<RuleRef> found = known.stream()
                    .filter(rule -> message.contains('"' + rule.name() + '"'))
                    .min(Comparator.comparing(RuleRef::id));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
