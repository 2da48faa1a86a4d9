package io.drover.policy;

import io.drover.policy.fact.FarmView;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The strategies that rules know: the names that their conditions compare a farm's strategy with.
 *
 * @param names in alphabetical order; the usual strategy is always one of them
 * @param any whether a rule takes strategies without naming them, so that every name is known
 */
public record Strategies(List<String> names, boolean any) {

    /** The strategy of a farm that says none. */
    public static final String USUAL = "score";

    /** What is known while no rules are there to ask: everything. */
    public static final Strategies UNKNOWN = new Strategies(List.of(), true);

    public Strategies {
        names = sorted(names);
    }

    private static List<String> sorted(Collection<String> names) {
        TreeSet<String> sorted = new TreeSet<>(names);
        sorted.add(USUAL);
        return List.copyOf(sorted);
    }

    /** Whether a farm may have that strategy. */
    public boolean knows(String name) {
        return any || names.contains(name);
    }

    /** The farm as rules can judge it: with the usual strategy where they do not know its own. */
    public FarmView taken(FarmView farm) {
        return knows(farm.strategy()) ? farm : farm.withStrategy(USUAL);
    }

    /** Why a strategy that is not known is refused, to be read after the name of the field. */
    public String refusal(String name) {
        return "is \"" + name + "\", which no rule knows; the rules know " + String.join(", ", names);
    }
}
