package io.drover.policy.engine;

import io.drover.policy.RuleRef;
import io.drover.policy.fact.Statement;

/** A statement and who made it. Two equal statements of two matches are two, so this is no record. */
final class Said {

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
