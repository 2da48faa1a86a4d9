package io.drover.replay;

import io.drover.policy.Decision;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What each score term gives one host over another, in one decision. */
final class ScoreShift {

    private static final double NOTHING = 1e-9;

    private final Decision decision;
    private final Map<String, Verdict> verdicts;

    ScoreShift(Decision decision, Map<String, Verdict> verdicts) {
        this.decision = decision;
        this.verdicts = verdicts;
    }

    /** The term that speaks most for the second host in the other decision, when in this one it did not. */
    Optional<String> against(ScoreShift other, String first, String second) {
        Map<String, Double> here = lead(first, second);
        Map<String, Double> there = other.lead(first, second);
        Set<String> names = new HashSet<>(here.keySet());
        names.addAll(there.keySet());
        return names.stream()
                .sorted()
                .max((one, two) -> Double.compare(gain(here, there, one), gain(here, there, two)))
                .filter(name -> gain(here, there, name) > NOTHING);
    }

    private static double gain(Map<String, Double> here, Map<String, Double> there, String name) {
        return there.getOrDefault(name, 0.0) - here.getOrDefault(name, 0.0);
    }

    private Map<String, Double> lead(String first, String second) {
        Map<String, Double> lead = new TreeMap<>();
        add(lead, second, 1);
        add(lead, first, -1);
        return lead;
    }

    private void add(Map<String, Double> into, String agentId, int sign) {
        Verdict verdict = verdicts.get(agentId);
        Stream<ScoreTerm> anyway = verdict == null ? Stream.of() : verdict.terms().stream();
        String strategy = decision.farm() == null ? "" : decision.farm().strategy();
        Stream.concat(anyway, decision.terms().getOrDefault(agentId, List.of()).stream())
                .filter(term -> term.countsIn(decision.farmId(), strategy))
                .forEach(term ->
                        into.merge(term.label() + " of rule " + term.rule().id(), sign * term.points(), Double::sum));
    }
}
