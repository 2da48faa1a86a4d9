package io.drover.policy.lint;

import io.drover.policy.RuleSource;

/**
 * The rules with one small mistake in them, to see whether a scenario notices.
 *
 * @param ruleId the {@code @id} of the rule with the mistake
 * @param file its file within the rules folder
 * @param line where the mistake stands, from 1
 * @param column from 1
 * @param place which part of the rule it is in
 * @param change what it is, for people, for example {@code >= to >}
 * @param source the rules with the mistake
 */
public record RuleMutation(
        String ruleId, String file, int line, int column, Place place, String change, RuleSource source) {

    /** The parts of a rule that can be mistaken. */
    public enum Place {
        /** The rule is gone. */
        RULE,
        /** A condition is gone or another one, so that the rule may also hold where it did not. */
        CONDITION,
        /** The rule holds where it did, and says something else. */
        EFFECT
    }
}
