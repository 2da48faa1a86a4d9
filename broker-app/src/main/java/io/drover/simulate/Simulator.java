package io.drover.simulate;

import io.drover.policy.engine.CompiledRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs storms by rules, and in the other ways beside them. Safe for use by many threads. */
public final class Simulator {

    private final Map<String, CompiledRules> rules;
    private final List<Comparison> comparisons;

    /**
     * @param rules compiled rules by the name that reports give them, in the order of the reports
     * @param comparisons what they are held against
     */
    public Simulator(Map<String, CompiledRules> rules, List<Comparison> comparisons) {
        this.rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
        this.comparisons = List.copyOf(comparisons);
    }

    /** Runs a storm once for each policy and seed. */
    public StormReport run(Storm storm) {
        List<RunResult> results = new ArrayList<>();
        rules.forEach((name, compiled) -> {
            for (long seed : storm.seeds()) {
                StormRun.Way way = (all, answers, start, chance) -> new RuledBalancer(compiled, all, start, chance);
                results.add(new StormRun(storm, way, seed).run(name, true, seed));
            }
        });
        for (Comparison comparison : comparisons) {
            for (long seed : storm.seeds()) {
                StormRun.Way way =
                        (all, answers, start, chance) -> new ReportedBalancer(comparison, all, answers, chance);
                results.add(new StormRun(storm, way, seed).run(comparison.name(), false, seed));
            }
        }
        return new StormReport(storm, results);
    }
}
