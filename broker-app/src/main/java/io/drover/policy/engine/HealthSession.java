package io.drover.policy.engine;

import io.drover.policy.Health;
import io.drover.policy.Health.Deduction;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.RuleRef;
import io.drover.policy.fact.Scrape;
import io.drover.policy.fact.ScrapeView;
import io.drover.policy.fact.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.internal.event.rule.RuleEventManager;

/**
 * One Drools session without a fleet, where scrapes are judged one after another. It is apart from the one that
 * decides, so that a rule of stage {@code health} that fails cannot make placements wait. Not safe for use by several
 * threads.
 */
final class HealthSession implements AutoCloseable {

    private static final int MOST_FIRINGS = 10_000;
    private static final double WELL = 100;
    private static final Comparator<Deduction> HEAVIEST_FIRST = Comparator.comparing(Deduction::points)
            .reversed()
            .thenComparing(Deduction::code)
            .thenComparing(Deduction::detail)
            .thenComparing(deduction -> deduction.rule().id());

    private final CompiledRules rules;
    private final Blame blame;
    private final Recorder recorder;
    private final KieSession session;

    HealthSession(CompiledRules rules, Blame blame) {
        this.rules = rules;
        this.blame = blame;
        session = rules.base().newKieSession();
        recorder = new Recorder(rules.byName(), rules.countsFirings());
        ((RuleEventManager) session).addEventListener(recorder);
        session.addEventListener(new FactGuard(recorder));
    }

    /** @throws PolicyFailedException when a rule fails or runs away; the session is of no use then */
    Health judge(ScrapeView scrape) {
        List<Deduction> said = new ArrayList<>();
        try {
            FactHandle handle = session.insert(new Scrape(scrape, statement -> hear(statement, said)));
            fire();
            session.delete(handle);
            fire();
        } catch (RuntimeException | StackOverflowError fault) {
            throw blame.failure(fault, recorder.isFiring(), recorder.lastRule());
        }
        said.sort(HEAVIEST_FIRST);
        double points = said.stream().mapToDouble(Deduction::points).sum();
        return new Health((int) Math.round(Math.max(0, WELL - points)), said, rules.revision());
    }

    private void hear(Statement statement, List<Deduction> said) {
        RuleRef rule = recorder.ruleFiring();
        if (statement instanceof Statement.Deducted deducted) {
            said.add(new Deduction(deducted.code(), deducted.points(), deducted.detail(), rule));
        }
    }

    private void fire() {
        if (session.fireAllRules(MOST_FIRINGS) >= MOST_FIRINGS) {
            throw new IllegalStateException("no rest within " + MOST_FIRINGS + " firings");
        }
    }

    Map<String, Integer> fired() {
        return Map.copyOf(recorder.fired());
    }

    @Override
    public void close() {
        session.dispose();
    }
}
