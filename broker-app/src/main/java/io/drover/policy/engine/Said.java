package io.drover.policy.engine;

import io.drover.policy.RuleRef;
import io.drover.policy.fact.Statement;
import java.util.Comparator;

/** A statement and who made it. Two equal statements of two matches are two, so this is no record. */
final class Said {

    /** An order that does not depend on which rule fired first. */
    static final Comparator<Said> BY_RULE = Comparator.comparing((Said s) -> s.rule.id())
            .thenComparing(s -> s.rule.name())
            .thenComparing(s -> s.statement.toString());

    private final Statement statement;
    private final RuleRef rule;

    Said(Statement statement, RuleRef rule) {
        this.statement = statement;
        this.rule = rule;
    }

    Statement statement() {
        return statement;
    }

    RuleRef rule() {
        return rule;
    }
}
