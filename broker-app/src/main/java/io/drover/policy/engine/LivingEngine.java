package io.drover.policy.engine;

import io.drover.policy.Decision;
import io.drover.policy.PolicyEngine;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one session for as long as its rules serve, and rebuilds it from what it was told when a rule fails.
 *
 * <p>A host's facts stay in the session while they are unchanged, so that a decision pays only for rules that mention
 * the request.
 */
public final class LivingEngine implements PolicyEngine {

    private final CompiledRules rules;
    private final BiPredicate<String, String> sameDomain;
    private final VerdictListener listener;
    private final Map<String, AgentView> agents = new TreeMap<>();
    private final Map<String, FarmView> farms = new TreeMap<>();
    private final Map<String, ResourceView> resources = new TreeMap<>();
    private @Nullable Settings settings;
    private @Nullable RuleSession session;
    private long fleetVersion;
    private long faults;

    /**
     * @param rules compiled rules
     * @param sameDomain whether two folded domains are one
     * @param listener hears of every verdict
     */
    public LivingEngine(CompiledRules rules, BiPredicate<String, String> sameDomain, VerdictListener listener) {
        this.rules = rules;
        this.sameDomain = sameDomain;
        this.listener = listener;
    }

    @Override
    public String revision() {
        return rules.revision();
    }

    /** How often the session had to be rebuilt after a fault. */
    public long faults() {
        return faults;
    }

    @Override
    public void put(Settings newer) {
        settings = newer;
        if (session != null) {
            session.put(newer);
        }
    }

    @Override
    public void put(AgentView agent) {
        AgentView before = agents.put(agent.id(), agent);
        if (session != null && !agent.equals(before)) {
            session.put(agent);
        }
    }

    @Override
    public void put(FarmView farm) {
        FarmView before = farms.put(farm.id(), farm);
        if (session != null && !farm.equals(before)) {
            session.put(farm);
        }
    }

    @Override
    public void put(ResourceView resource) {
        ResourceView before = resources.put(resource.id(), resource);
        if (session != null && !resource.equals(before)) {
            session.put(resource);
        }
    }

    @Override
    public void removeAgent(String id) {
        if (agents.remove(id) != null && session != null) {
            session.removeAgent(id);
        }
    }

    @Override
    public void removeFarm(String id) {
        if (farms.remove(id) != null && session != null) {
            session.removeFarm(id);
        }
    }

    @Override
    public void removeResource(String id) {
        if (resources.remove(id) != null && session != null) {
            session.removeResource(id);
        }
    }

    @Override
    public void settle() {
        try {
            live().settle();
        } catch (RuntimeException fault) {
            throw failed(fault);
        }
    }

    @Override
    public Decision decide(Question question) {
        try {
            return live().decide(question);
        } catch (RuntimeException fault) {
            throw failed(fault);
        }
    }

    @Override
    public Collection<Verdict> verdicts() {
        settle();
        return live().verdicts();
    }

    /** How often each rule fired since the session was built, by rule id; empty unless it was asked to count. */
    public Map<String, Integer> fired() {
        return session == null ? Map.of() : session.fired();
    }

    @Override
    public void close() {
        if (session != null) {
            fleetVersion = session.fleetVersion();
            session.close();
            session = null;
        }
    }

    private RuleSession live() {
        if (session == null) {
            if (settings == null) {
                throw new IllegalStateException("the engine was not told the settings");
            }
            RuleSession fresh = new RuleSession(rules, sameDomain, listener, settings, fleetVersion);
            session = fresh;
            farms.values().forEach(fresh::put);
            resources.values().forEach(fresh::put);
            agents.values().forEach(fresh::put);
        }
        return session;
    }

    private PolicyFailedException failed(RuntimeException fault) {
        faults++;
        String where = session == null ? "" : session.lastRule();
        close();
        Throwable cause = fault.getCause() == null ? fault : fault.getCause();
        List<String> said = new ArrayList<>();
        said.add(where.isEmpty() ? "a rule failed" : "rule " + where + " failed");
        if (cause.getMessage() != null) {
            said.add(cause.getMessage());
        }
        return new PolicyFailedException(String.join(": ", said), fault);
    }
}
