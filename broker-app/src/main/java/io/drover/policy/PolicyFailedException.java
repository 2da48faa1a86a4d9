package io.drover.policy;

import org.jspecify.annotations.Nullable;

/** A rule failed or ran away. Nothing was decided. */
public final class PolicyFailedException extends RuntimeException {

    private final transient @Nullable RuleRef rule;

    public PolicyFailedException(String message, @Nullable Throwable cause) {
        this(message, null, cause);
    }

    /** @param rule the rule at fault, null when it cannot be told */
    public PolicyFailedException(String message, @Nullable RuleRef rule, @Nullable Throwable cause) {
        super(message, cause);
        this.rule = rule;
    }

    /** The rule at fault, null when it cannot be told. */
    public @Nullable RuleRef rule() {
        return rule;
    }
}
