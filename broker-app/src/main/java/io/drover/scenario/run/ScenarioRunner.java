package io.drover.scenario.run;

import com.google.common.util.concurrent.Futures;
import io.drover.policy.PlacementSettings;
import io.drover.policy.RuleRef;
import io.drover.policy.engine.CompiledRules;
import io.drover.scenario.Scenario;
import io.drover.scenario.Suite;
import io.drover.scenario.run.ScenarioResult.Failure;
import io.drover.scenario.run.ScenarioResult.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Runs scenarios, each in a world of its own. Safe for use by many threads. */
public final class ScenarioRunner {

    private final CompiledRules rules;
    private final Set<String> knownRules;
    private final InstantSource today;

    /**
     * @param rules compiled by a compiler that counts firings
     * @param today tells which skips have run out
     */
    public ScenarioRunner(CompiledRules rules, InstantSource today) {
        this(rules, rules.byName().values().stream().map(RuleRef::id).collect(Collectors.toUnmodifiableSet()), today);
    }

    /**
     * @param rules compiled by a compiler that counts firings
     * @param knownRules ids that suites may name; any other is a typing error, and what is expected of it fails
     * @param today tells which skips have run out
     */
    public ScenarioRunner(CompiledRules rules, Set<String> knownRules, InstantSource today) {
        this.rules = rules;
        this.knownRules = Set.copyOf(knownRules);
        this.today = today;
    }

    /** Runs every scenario of a suite, in the order of the file. */
    public List<ScenarioResult> run(Suite suite) {
        return suite.scenarios().stream().map(s -> run(suite, s)).toList();
    }

    /**
     * Runs the wanted scenarios of several suites.
     *
     * @param jobs how many run at a time, at least 1
     * @return a result each, in the order of the suites and of the files, however they ran
     */
    public List<ScenarioResult> run(List<Suite> suites, Predicate<Scenario> wanted, int jobs)
            throws InterruptedException {
        List<Callable<ScenarioResult>> work = new ArrayList<>();
        for (Suite suite : suites) {
            suite.scenarios().stream().filter(wanted).forEach(one -> work.add(() -> run(suite, one)));
        }
        ExecutorService pool = Executors.newFixedThreadPool(jobs);
        try {
            List<ScenarioResult> results = new ArrayList<>();
            for (Future<ScenarioResult> done : pool.invokeAll(work)) {
                results.add(Futures.getUnchecked(done));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    /** Runs one scenario. */
    public ScenarioResult run(Suite suite, Scenario scenario) {
        Scenario.Skip skip = scenario.skip();
        if (skip != null) {
            return skipped(suite, scenario, skip);
        }
        long begun = System.nanoTime();
        ScenarioRun run =
                new ScenarioRun(rules, knownRules, scenario.settings().complete(), suite.clock(), suite.invariants());
        List<Failure> failures = run.run(scenario);
        return new ScenarioResult(
                suite.name(),
                scenario.name(),
                scenario.position(),
                scenario.tags(),
                failures.isEmpty() ? Status.PASSED : Status.FAILED,
                failures,
                run.fired(),
                run.answers(),
                "",
                run.events(),
                Duration.ofNanos(System.nanoTime() - begun));
    }

    /**
     * Runs one scenario, and tells of each of its decisions why it did not fall on a host; of a burst of the last.
     *
     * @param agentId the host
     * @param ruleId the rule that is asked about; empty for all that would have brought the user there
     */
    public List<NotThere> whyNot(Suite suite, Scenario scenario, String agentId, String ruleId) {
        PlacementSettings settings = scenario.settings().complete();
        ScenarioRun run = new ScenarioRun(rules, knownRules, settings, suite.clock(), suite.invariants());
        run.run(scenario);
        return run.decided().stream()
                .map(answer -> answer.whyNot(rules.source(), settings.facts(), agentId, ruleId))
                .toList();
    }

    private ScenarioResult skipped(Suite suite, Scenario scenario, Scenario.Skip skip) {
        boolean over =
                skip.until().isBefore(today.instant().atZone(ZoneOffset.UTC).toLocalDate());
        Failure ended =
                Failure.plain(scenario.position(), "skip: it was to end on " + skip.until() + ": " + skip.reason());
        return new ScenarioResult(
                suite.name(),
                scenario.name(),
                scenario.position(),
                scenario.tags(),
                over ? Status.FAILED : Status.SKIPPED,
                over ? List.of(ended) : List.of(),
                Set.of(),
                List.of(),
                over ? "" : skip.reason() + " (until " + skip.until() + ")",
                List.of(),
                Duration.ZERO);
    }
}
