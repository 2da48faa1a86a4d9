package io.drover.scenario.coverage;

import io.drover.policy.RuleLoader;
import io.drover.policy.RuleRef;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.lint.RuleMutation;
import io.drover.policy.lint.RuleMutation.Place;
import io.drover.policy.lint.RuleMutations;
import io.drover.scenario.run.ScenarioResult.Status;
import io.drover.scenario.run.ScenarioRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** Measures how well scenarios hold rules, by making mistakes in the rules. */
public final class CoverageMeter {

    private static final int THREADS_AT_MOST = 8;

    private final RuleSource source;
    private final List<RuleRef> rules;
    private final List<Tested> passed;
    private final InstantSource today;
    private final RuleLoader loader = new RuleLoader(true);

    /**
     * @param source rules that compile
     * @param rules where they stand
     * @param tested scenarios and what came of them; those that did not pass are left out
     * @param today tells which skips have run out
     */
    public CoverageMeter(RuleSource source, Collection<RuleRef> rules, List<Tested> tested, InstantSource today) {
        this.source = source;
        this.rules = rules.stream()
                .sorted(Comparator.comparing(RuleRef::file).thenComparingInt(RuleRef::line))
                .toList();
        this.passed = tested.stream()
                .filter(t -> t.result().status() == Status.PASSED)
                .toList();
        this.today = today;
    }

    /** One rule's part of the whole. */
    private record Part(RuleCoverage rule, List<Mutant> mutants) {}

    /**
     * Measures.
     *
     * @param mutate whether to try every mistake, and not the removal of each rule alone
     * @param progress hears how many percent are done, by several threads
     */
    public Coverage measure(boolean mutate, IntConsumer progress) throws InterruptedException {
        long start = System.nanoTime();
        List<RuleMutation> mutations = RuleMutations.of(source).stream()
                .filter(m -> mutate || m.place() == Place.RULE)
                .toList();
        Progress done = new Progress(mutations.size(), progress);
        List<Part> parts = inParallel(mutations, mutate, done);
        return new Coverage(
                parts.stream().map(Part::rule).toList(),
                mutate ? parts.stream().flatMap(p -> p.mutants().stream()).toList() : List.of(),
                Duration.ofNanos(System.nanoTime() - start));
    }

    private List<Part> inParallel(List<RuleMutation> mutations, boolean mutate, Progress done)
            throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(
                Math.min(THREADS_AT_MOST, Runtime.getRuntime().availableProcessors()));
        try {
            List<Future<Part>> started = new ArrayList<>();
            for (RuleRef rule : rules) {
                List<RuleMutation> own = mutations.stream()
                        .filter(m -> m.ruleId().equals(rule.id()))
                        .toList();
                started.add(threads.submit(() -> part(rule, own, mutate, done)));
            }
            List<Part> parts = new ArrayList<>();
            for (Future<Part> part : started) {
                parts.add(part.get());
            }
            return parts;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a mistake in the rules could not be tried", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private ScenarioRunner runner(CompiledRules mistaken) {
        return new ScenarioRunner(mistaken, rules.stream().map(RuleRef::id).collect(Collectors.toSet()), today);
    }

    private Part part(RuleRef rule, List<RuleMutation> mutations, boolean mutate, Progress done) {
        MutantRun run = new MutantRun(loader, this::runner, rule.id(), passed);
        List<Mutant> mutants = new ArrayList<>();
        for (RuleMutation mutation : mutations) {
            mutants.add(run.run(mutation, mutate));
            done.one();
        }
        int fired = (int) passed.stream().filter(t -> t.fired(rule.id())).count();
        return new Part(new RuleCoverage(rule, fired, run.decisive()), mutants);
    }
}
