package io.drover.policy.explain;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.drover.policy.RuleRef;

/**
 * What became of one rule for one host.
 *
 * @param rule the rule
 * @param stage its stage
 * @param fired whether all of its conditions hold
 * @param line where the first condition stands that does not, 0 when all do
 * @param column its column, from 1
 * @param condition that condition, as it is written; empty when all hold
 * @param sentence the condition with the values that it met
 */
@JsonNaming(SnakeCaseStrategy.class)
public record RuleTold(
        RuleRef rule, String stage, boolean fired, int line, int column, String condition, String sentence) {

    /** The place of the condition, or else of the rule: {@code membership.drl:10}. */
    public String place() {
        return rule.file() + ":" + (line == 0 ? rule.line() : line);
    }

    /** What became of it, in one line. */
    public String text() {
        if (fired) {
            return "it fired";
        }
        return sentence.startsWith("there is no") || sentence.startsWith(condition)
                ? sentence
                : condition + ": " + sentence;
    }
}
