package io.drover.policy.engine;

import io.drover.policy.Decision;
import io.drover.policy.Health;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Question;
import io.drover.policy.Strategies;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.ScrapeView;
import io.drover.policy.fact.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds a session for each decision and throws it away: the reference that {@link LivingEngine} is held against.
 * Scenarios run on it.
 */
public final class FreshEngine implements PolicyEngine {

    private final CompiledRules rules;
    private final BiPredicate<String, String> sameDomain;
    private final Map<String, AgentView> agents = new TreeMap<>();
    private final Map<String, FarmView> farms = new TreeMap<>();
    private final Map<String, ResourceView> resources = new TreeMap<>();
    private final Map<String, Integer> fired = new TreeMap<>();
    private final Map<String, Integer> firedForHealth = new TreeMap<>();
    private @Nullable Settings settings;
    private List<Verdict> judged = List.of();

    /**
     * @param rules compiled rules
     * @param sameDomain whether two folded domains are one
     */
    public FreshEngine(CompiledRules rules, BiPredicate<String, String> sameDomain) {
        this.rules = rules;
        this.sameDomain = sameDomain;
    }

    @Override
    public String revision() {
        return rules.revision();
    }

    @Override
    public Strategies strategies() {
        return rules.strategies();
    }

    @Override
    public void put(Settings newer) {
        settings = newer;
    }

    @Override
    public void put(AgentView agent) {
        agents.put(agent.id(), agent);
    }

    @Override
    public void put(FarmView farm) {
        farms.put(farm.id(), rules.strategies().taken(farm));
    }

    @Override
    public void put(ResourceView resource) {
        resources.put(resource.id(), resource);
    }

    @Override
    public void removeAgent(String id) {
        agents.remove(id);
    }

    @Override
    public void removeFarm(String id) {
        farms.remove(id);
    }

    @Override
    public void removeResource(String id) {
        resources.remove(id);
    }

    @Override
    public void settle() {
        // Nothing is kept that could be judged.
    }

    @Override
    public Decision decide(Question question) {
        try (LivingEngine engine = filled()) {
            Decision decision = engine.decide(question);
            fired.clear();
            fired.putAll(engine.fired());
            firedForHealth.forEach((rule, times) -> fired.merge(rule, times, Integer::sum));
            judged = List.copyOf(engine.verdicts());
            return decision;
        }
    }

    @Override
    public Collection<Verdict> verdicts() {
        try (LivingEngine engine = filled()) {
            return engine.verdicts();
        }
    }

    @Override
    public Health health(ScrapeView scrape) {
        try (HealthSession session = new HealthSession(rules, new Blame(rules))) {
            Health health = session.judge(scrape);
            session.fired().forEach((rule, times) -> firedForHealth.merge(rule, times, Integer::sum));
            return health;
        }
    }

    /**
     * How often each rule fired in the last decision, and before it for the health of hosts, by rule id; empty unless
     * the compiler was asked to count.
     */
    public Map<String, Integer> fired() {
        return Map.copyOf(fired);
    }

    @Override
    public void close() {
        // Nothing is kept that could be closed.
    }

    /** The verdicts that the last decision was made on. */
    public List<Verdict> judged() {
        return judged;
    }

    private LivingEngine filled() {
        LivingEngine engine = new LivingEngine(rules, sameDomain, VerdictListener.NONE);
        if (settings != null) {
            engine.put(settings);
        }
        farms.values().forEach(engine::put);
        resources.values().forEach(engine::put);
        agents.values().forEach(engine::put);
        return engine;
    }
}
