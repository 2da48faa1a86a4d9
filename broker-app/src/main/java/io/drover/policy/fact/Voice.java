package io.drover.policy.fact;

/** Where a fact's effect methods leave what a rule said. */
public interface Voice {

    /**
     * Hears one statement of the rule that is firing.
     *
     * @throws IllegalStateException when no rule is firing
     */
    void say(Statement statement);
}
