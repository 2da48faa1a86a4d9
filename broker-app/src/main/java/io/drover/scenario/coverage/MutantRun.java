package io.drover.scenario.coverage;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.lint.RuleMutation;
import io.drover.policy.lint.RuleMutation.Place;
import io.drover.scenario.Position;
import io.drover.scenario.coverage.Mutant.Fate;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Status;
import io.drover.scenario.run.ScenarioRunner;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tries the mistakes in one rule, one after another. For one thread. */
final class MutantRun {

    private final RuleLoader loader;
    private final Function<CompiledRules, ScenarioRunner> runner;
    private final List<Tested> firing;
    private final List<Tested> others;

    /** Scenarios that noticed an earlier mistake, which are likely to notice the next. */
    private final Set<Tested> sharp = new LinkedHashSet<>();

    private @Nullable Position decisive;

    /**
     * @param runner runs scenarios by mistaken rules
     * @param all scenarios that pass with the rules as they are
     */
    MutantRun(RuleLoader loader, Function<CompiledRules, ScenarioRunner> runner, String ruleId, List<Tested> all) {
        this.loader = loader;
        this.runner = runner;
        firing = all.stream().filter(t -> t.fired(ruleId)).toList();
        others = all.stream().filter(t -> !t.fired(ruleId)).toList();
    }

    /** The first scenario that answers otherwise without the rule, null when none does; known after the removal. */
    @Nullable
    Position decisive() {
        return decisive;
    }

    /** @param untilNoticed false to look only for a scenario that answers otherwise */
    Mutant run(RuleMutation mutation, boolean untilNoticed) {
        try (CompiledRules mistaken = loader.load(mutation.source())) {
            return run(mutation, runner.apply(mistaken), untilNoticed);
        } catch (BrokenRulesException e) {
            return new Mutant(mutation, Fate.BROKEN, null);
        }
    }

    private Mutant run(RuleMutation mutation, ScenarioRunner mistaken, boolean untilNoticed) {
        boolean removed = mutation.place() == Place.RULE;
        Position noticed = null;
        for (Tested tested : inOrder(mutation)) {
            ScenarioResult result = mistaken.run(tested.suite(), tested.scenario());
            if (removed
                    && decisive == null
                    && !result.answers().equals(tested.result().answers())) {
                decisive = tested.result().position();
            }
            if (noticed == null && result.status() == Status.FAILED) {
                noticed = tested.result().position();
                sharp.add(tested);
            }
            if ((noticed != null || !untilNoticed) && (!removed || decisive != null)) {
                break;
            }
        }
        return new Mutant(mutation, noticed == null ? Fate.UNNOTICED : Fate.NOTICED, noticed);
    }

    /** A rule that is gone, or says something else, changes nothing where it did not fire. */
    private Iterable<Tested> inOrder(RuleMutation mutation) {
        Set<Tested> order = new LinkedHashSet<>(sharp);
        order.addAll(firing);
        if (mutation.place() == Place.CONDITION) {
            order.addAll(others);
        }
        return new ArrayList<>(order);
    }
}
