package io.drover.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What came of a storm.
 *
 * @param storm the storm
 * @param results by policy, the rules first, and by seed
 */
public record StormReport(Storm storm, List<RunResult> results) {

    public StormReport {
        results = List.copyOf(results);
    }

    /** The runs of each policy, in order. */
    public Map<String, List<RunResult>> byPolicy() {
        Map<String, List<RunResult>> runs = new LinkedHashMap<>();
        results.forEach(run ->
                runs.computeIfAbsent(run.policy(), name -> new ArrayList<>()).add(run));
        return runs;
    }

    /**
     * A goal, held against one folder of rules.
     *
     * @param goal what is asked
     * @param policy the rules
     * @param worst the value of the worst seed
     * @param seed that seed, the first one when several are as bad; where the value is good and nobody was placed with
     *     some seed, that one
     * @param reached whether the value is good, of users who were placed
     */
    public record Verdict(Goal goal, String policy, double worst, long seed, boolean reached) {}

    /** Every goal held against every folder of rules. */
    public List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>();
        byPolicy().forEach((policy, runs) -> {
            if (runs.get(0).ruled()) {
                storm.goals().forEach(goal -> verdicts.add(verdict(goal, policy, runs)));
            }
        });
        return verdicts;
    }

    private static Verdict verdict(Goal goal, String policy, List<RunResult> runs) {
        double worst = goal.figure().worst(runs);
        RunResult first = first(runs, run -> worst <= goal.most() && !goal.saysSomethingOf(run))
                .or(() -> first(runs, run -> goal.figure().of(run) == worst))
                .orElseThrow();
        return new Verdict(goal, policy, worst, first.seed(), goal.isReachedBy(first));
    }

    private static Optional<RunResult> first(List<RunResult> runs, Predicate<RunResult> wanted) {
        return runs.stream().filter(wanted).findFirst();
    }

    /** Whether every goal is reached. */
    public boolean isGood() {
        return verdicts().stream().allMatch(Verdict::reached);
    }
}
