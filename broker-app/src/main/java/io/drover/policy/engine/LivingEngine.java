package io.drover.policy.engine;

import io.drover.policy.Decision;
import io.drover.policy.Health;
import io.drover.policy.PolicyEngine;
import io.drover.policy.PolicyFailedException;
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
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one session for as long as its rules serve, and rebuilds it from what it was told when a rule fails.
 *
 * <p>A host's facts stay in the session while they are unchanged, so that a decision pays only for rules that mention
 * the request.
 */
public final class LivingEngine implements PolicyEngine {

    private static final Logger LOG = LoggerFactory.getLogger(LivingEngine.class);

    private final CompiledRules rules;
    private final BiPredicate<String, String> sameDomain;
    private final VerdictListener listener;
    private final Blame blame;
    private final Map<String, AgentView> agents = new HashMap<>();
    private final Map<String, FarmView> farms = new TreeMap<>();
    private final Map<String, ResourceView> resources = new TreeMap<>();
    private @Nullable Settings settings;
    private @Nullable RuleSession session;
    private @Nullable HealthSession health;
    private long fleetVersion;
    private long faults;

    /** Why the rules fail on the fleet itself, whatever is asked; null while they do not. */
    private @Nullable PolicyFailedException hopeless;

    /**
     * @param rules compiled rules
     * @param sameDomain whether two folded domains are one
     * @param listener hears of every verdict
     */
    public LivingEngine(CompiledRules rules, BiPredicate<String, String> sameDomain, VerdictListener listener) {
        this.rules = rules;
        this.sameDomain = sameDomain;
        this.listener = listener;
        blame = new Blame(rules);
    }

    @Override
    public String revision() {
        return rules.revision();
    }

    @Override
    public Strategies strategies() {
        return rules.strategies();
    }

    /** How often the session had to be rebuilt after a fault. */
    public long faults() {
        return faults;
    }

    @Override
    public void put(Settings newer) {
        settings = newer;
        tell(s -> s.put(newer));
    }

    @Override
    public void put(AgentView agent) {
        if (!agent.equals(agents.put(agent.id(), agent))) {
            tell(s -> s.put(agent));
        }
    }

    @Override
    public void put(FarmView farm) {
        if (farm.id().isEmpty()) {
            throw new IllegalArgumentException("a farm needs an id; the whole fleet is known without being told");
        }
        FarmView taken = rules.strategies().taken(farm);
        if (!taken.equals(farms.put(farm.id(), taken))) {
            if (!taken.equals(farm)) {
                LOG.warn(
                        "no rule of revision {} knows the strategy \"{}\" of farm {}, which is judged as with \"{}\"",
                        rules.revision(),
                        farm.strategy(),
                        farm.id(),
                        taken.strategy());
            }
            tell(s -> s.put(taken));
        }
    }

    @Override
    public void put(ResourceView resource) {
        if (!resource.equals(resources.put(resource.id(), resource))) {
            tell(s -> s.put(resource));
        }
    }

    @Override
    public void removeAgent(String id) {
        if (agents.remove(id) != null) {
            tell(s -> s.removeAgent(id));
        }
    }

    @Override
    public void removeFarm(String id) {
        if (farms.remove(id) != null) {
            tell(s -> s.removeFarm(id));
        }
    }

    @Override
    public void removeResource(String id) {
        if (resources.remove(id) != null) {
            tell(s -> s.removeResource(id));
        }
    }

    @Override
    public void settle() {
        guarded(RuleSession::settled);
    }

    @Override
    public Decision decide(Question question) {
        return guarded(live -> live.decide(question));
    }

    @Override
    public Collection<Verdict> verdicts() {
        return guarded(live -> live.settled().verdicts());
    }

    @Override
    public Health health(ScrapeView scrape) {
        HealthSession judging = health == null ? new HealthSession(rules, blame) : health;
        health = judging;
        try {
            return judging.judge(scrape);
        } catch (PolicyFailedException fault) {
            faults++;
            judging.close();
            health = null;
            throw fault;
        }
    }

    /** How often each rule fired since the session was built, by rule id; empty unless it was asked to count. */
    public Map<String, Integer> fired() {
        return session == null ? Map.of() : session.fired();
    }

    /** The session is of no use any more; the next one is built from all that the engine was told. */
    private void rebuild() {
        if (session != null) {
            fleetVersion = session.fleetVersion();
            session.close();
            session = null;
        }
    }

    @Override
    public void close() {
        rebuild();
        if (health != null) {
            health.close();
            health = null;
        }
    }

    /** Tells the session of a change. One that cannot take it is built anew from all that the engine was told. */
    private void tell(Consumer<RuleSession> change) {
        hopeless = null;
        if (session != null) {
            try {
                change.accept(session);
            } catch (RuntimeException fault) {
                faults++;
                rebuild();
            }
        }
    }

    private <T> T guarded(Function<RuleSession, T> work) {
        if (hopeless != null) {
            throw new PolicyFailedException(String.valueOf(hopeless.getMessage()), hopeless.rule(), hopeless);
        }
        Objects.requireNonNull(settings, "the engine was not told the settings");
        boolean rebuilt = session == null;
        try {
            RuleSession live = live();
            return work.apply(live);
        } catch (RuntimeException | Error fault) {
            faults++;
            if (fault instanceof VirtualMachineError error && !(fault instanceof StackOverflowError)) {
                rebuild();
                throw error;
            }
            PolicyFailedException failure = failure(fault);
            if (rebuilt && session != null && !session.isSettled()) {
                hopeless = failure;
            }
            rebuild();
            throw failure;
        }
    }

    private PolicyFailedException failure(Throwable fault) {
        RuleSession failed = session;
        return blame.failure(fault, failed != null && failed.isFiring(), failed == null ? null : failed.lastRule());
    }

    private RuleSession live() {
        if (session == null) {
            RuleSession fresh = new RuleSession(
                    rules, sameDomain, listener, Objects.requireNonNull(settings, "settings"), fleetVersion);
            session = fresh;
            farms.values().forEach(fresh::put);
            resources.values().forEach(fresh::put);
            new TreeMap<>(agents).values().forEach(fresh::put);
        }
        return session;
    }
}
