package io.drover.scenario.coverage;

import io.drover.policy.RuleRef;
import io.drover.scenario.Position;
import org.jspecify.annotations.Nullable;

/**
 * How the scenarios use one rule.
 *
 * @param rule the rule
 * @param fired in how many scenarios it said something
 * @param decisive the first scenario in which something else would be answered without the rule, null for none
 */
public record RuleCoverage(
        RuleRef rule, int fired, @Nullable Position decisive) {}
