package io.drover.policy;

import io.drover.policy.fact.Statement.Scope;

/**
 * One part of a host's score.
 *
 * @param label what it is for, for example {@code cpu}
 * @param points finite; negative makes the host worse
 * @param scope where it counts
 * @param rule who says so
 */
public record ScoreTerm(String label, double points, Scope scope, RuleRef rule) {

    /** Whether this counts in a farm with that strategy. */
    public boolean countsIn(String farmId, String strategy) {
        if (scope instanceof Scope.InFarm in) {
            return in.farmId().equals(farmId);
        }
        if (scope instanceof Scope.WithStrategy with) {
            return with.name().equals(strategy);
        }
        return true;
    }
}
