package io.drover.scenario.coverage;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * How well scenarios hold a policy.
 *
 * @param rules every rule, in the order of files and lines
 * @param mutants every mistake that was tried, in the same order; empty when none was
 * @param took how long the measuring took
 */
public record Coverage(List<RuleCoverage> rules, List<Mutant> mutants, Duration took) {

    private static final int ALL = 100;

    public Coverage {
        rules = List.copyOf(rules);
        mutants = List.copyOf(mutants);
    }

    /** Percent of the rules that fired in a scenario, rounded down. */
    public int firedPercent() {
        return percent(rules, rule -> rule.fired() > 0);
    }

    /** Percent of the rules that decided a scenario, rounded down. */
    public int decisivePercent() {
        return percent(rules, rule -> rule.decisive() != null);
    }

    /** Percent of the mistakes that a scenario noticed, those left out that do not compile; rounded down. */
    public int noticedPercent() {
        return percent(
                mutants.stream().filter(m -> m.fate() != Mutant.Fate.BROKEN).toList(),
                mutant -> mutant.fate() == Mutant.Fate.NOTICED);
    }

    /** The lowest of the percentages that were measured. */
    public int lowestPercent() {
        return Math.min(noticedPercent(), Math.min(firedPercent(), decisivePercent()));
    }

    private static <T> int percent(Collection<T> all, Predicate<T> good) {
        return all.isEmpty() ? ALL : (int) (ALL * all.stream().filter(good).count() / all.size());
    }
}
