package io.drover.policy.engine;

import io.drover.policy.Decision;
import io.drover.policy.Decision.Outcome;
import io.drover.policy.Decision.Refused;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.Agent;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.Avoid;
import io.drover.policy.fact.Call;
import io.drover.policy.fact.Failure;
import io.drover.policy.fact.Farm;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.Lease;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Own;
import io.drover.policy.fact.Request;
import io.drover.policy.fact.Resource;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Session;
import io.drover.policy.fact.Settings;
import io.drover.policy.fact.Statement;
import io.drover.policy.fact.Strategy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.internal.event.rule.RuleEventManager;

/** One Drools session with the whole fleet in it, judged. */
final class RuleSession implements SessionState, AutoCloseable {

    private static final int FIRINGS_PER_FACT = 200;
    private static final int FIRINGS_AT_LEAST = 20_000;

    private final KieSession session;
    private final CompiledRules rules;
    private final Recorder recorder;
    private final BiPredicate<String, String> sameDomain;
    private final VerdictListener listener;
    private final Map<String, Standing> hosts = new HashMap<>();
    private final Map<String, FactHandle> agentFacts = new HashMap<>();
    private final Map<String, FactHandle> farmFacts = new HashMap<>();
    private final Map<String, FactHandle> resourceFacts = new HashMap<>();
    private final Map<String, FactHandle> strategyFacts = new HashMap<>();
    private final Map<String, Farm> farms = new TreeMap<>();
    private final Map<String, Ranking> rankings = new HashMap<>();
    private final List<Standing> dirty = new ArrayList<>();
    private final List<FactHandle> asked = new ArrayList<>(8);
    private FactHandle settingsFact;
    private Settings settings;
    private @Nullable Turn turn;
    private boolean changed = true;
    private long fleetVersion;

    RuleSession(
            CompiledRules rules,
            BiPredicate<String, String> sameDomain,
            VerdictListener listener,
            Settings settings,
            long fleetVersion) {
        this.rules = rules;
        this.sameDomain = sameDomain;
        this.listener = listener;
        this.settings = settings;
        this.fleetVersion = fleetVersion;
        session = rules.base().newKieSession();
        listener.restarted();
        recorder = new Recorder(rules.byName(), rules.countsFirings());
        ((RuleEventManager) session).addEventListener(recorder);
        settingsFact = session.insert(settings);
        put(FarmView.wholeFleet(settings.getMin_health_score()));
    }

    void put(Settings newer) {
        settings = newer;
        session.delete(settingsFact);
        settingsFact = session.insert(newer);
        put(FarmView.wholeFleet(newer.getMin_health_score()));
    }

    void put(AgentView agent) {
        changed = true;
        FactHandle before = agentFacts.get(agent.id());
        if (before != null) {
            session.delete(before);
        }
        Standing standing = hosts.get(agent.id());
        if (standing == null || standing.isGone()) {
            standing = new Standing(this, agent);
            hosts.put(agent.id(), standing);
        }
        standing.see(agent);
        agentFacts.put(agent.id(), session.insert(new Agent(agent, standing)));
    }

    void removeAgent(String id) {
        FactHandle before = agentFacts.remove(id);
        Standing standing = hosts.get(id);
        if (before != null && standing != null) {
            changed = true;
            session.delete(before);
            standing.leave();
        }
    }

    void put(FarmView view) {
        changed = true;
        removeFarm(view.id());
        Farm farm = new Farm(view);
        farms.put(view.id(), farm);
        farmFacts.put(view.id(), session.insert(farm));
        rankings.put(view.id(), new Ranking(view));
    }

    private void tellStrategies() {
        Set<String> used =
                farms.values().stream().map(Farm::getStrategy).collect(Collectors.toCollection(TreeSet::new));
        for (String unused : Set.copyOf(strategyFacts.keySet())) {
            if (!used.contains(unused)) {
                session.delete(strategyFacts.remove(unused));
            }
        }
        used.forEach(name -> strategyFacts.computeIfAbsent(name, n -> session.insert(new Strategy(n))));
    }

    void removeFarm(String id) {
        FactHandle before = farmFacts.remove(id);
        if (before != null) {
            changed = true;
            session.delete(before);
            farms.remove(id);
            rankings.remove(id);
        }
    }

    void put(ResourceView resource) {
        changed = true;
        removeResource(resource.id());
        resourceFacts.put(resource.id(), session.insert(new Resource(resource)));
    }

    void removeResource(String id) {
        FactHandle before = resourceFacts.remove(id);
        if (before != null) {
            changed = true;
            session.delete(before);
        }
    }

    @Override
    public void hear(Standing about, Statement statement) {
        if (turn == null) {
            recorder.keep(about, statement);
        } else {
            turn.say(statement);
        }
    }

    @Override
    public void dirty(Standing standing) {
        dirty.add(standing);
    }

    void settle() {
        if (changed) {
            tellStrategies();
            fire();
            changed = false;
        }
        judgeDirty();
    }

    Decision decide(Question question) {
        settle();
        Turn now = new Turn(recorder::ruleFiring);
        turn = now;
        Decision decision = decide(question, now);
        asked.forEach(session::delete);
        asked.clear();
        turn = null;
        fire();
        judgeDirty();
        checkFactCount();
        return decision;
    }

    private void checkFactCount() {
        int known = 1 + agentFacts.size() + farmFacts.size() + resourceFacts.size() + strategyFacts.size();
        if (session.getFactCount() != known) {
            throw new IllegalStateException(
                    "a rule left " + (session.getFactCount() - known) + " facts behind; rules only say things");
        }
    }

    private Decision decide(Question question, Turn now) {
        ask(new Call(question.call(), now));
        fire();
        Resolution meant = Resolution.of(now);
        Farm farm = meant.farmId() == null ? null : farms.get(meant.farmId());
        if (meant.refusal() != null) {
            return decision(question, now, meant, meant.refusal(), meant.rules());
        }
        if (meant.farmId() == null || farm == null) {
            Refused unknown = new Refused("farm_unavailable", "the farm is unknown or disabled", Map.of());
            return decision(question, now, meant, unknown, meant.rules());
        }
        askAbout(
                question,
                new Request(
                        question.user().user(),
                        question.user().domain(),
                        question.call(),
                        farm,
                        meant.resource(),
                        now));
        fire();
        judgeDirty();
        Selection selection = new Selection(
                now, farm.view(), meant.resourceId(), hosts, ranking(farm), question.leases(), sameDomain);
        Outcome outcome = selection.select(question.seed());
        return decision(question, now, meant, outcome, selection.rules());
    }

    private NavigableSet<Ranking.Ranked> ranking(Farm farm) {
        Ranking ranking = rankings.get(farm.getId());
        return ranking == null ? Collections.emptyNavigableSet() : ranking.bestFirst();
    }

    private void askAbout(Question question, Request request) {
        ask(request);
        for (LeaseView lease : question.leases()) {
            ask(new Lease(lease));
        }
        for (Question.UserSession s : question.sessions()) {
            ask(new Session(s.agentId(), s.domain(), s.state(), s.logonAt(), leasedOn(question, request, s.agentId())));
        }
        question.load().forEach((id, count) -> ask(new Own(id, count)));
        question.failedAgents().forEach(id -> ask(new Failure(id)));
        question.avoid().forEach(id -> ask(new Avoid(id)));
    }

    private boolean leasedOn(Question question, Request request, String agentId) {
        return question.leases().stream()
                .anyMatch(l -> !l.expired()
                        && l.agentId().equals(agentId)
                        && l.farmId().equals(request.getFarm_id())
                        && (settings.isSingle_session_per_user()
                                || l.resourceId().equals(request.getResource_id())));
    }

    private void ask(Object fact) {
        asked.add(session.insert(fact));
    }

    private Decision decision(Question question, Turn now, Resolution meant, Outcome outcome, List<RuleRef> deciding) {
        String farmId = meant.farmId() == null ? "" : meant.farmId();
        Farm farm = meant.refusal() != null || meant.farmId() == null ? null : farms.get(farmId);
        Resource resource = meant.resource();
        return new Decision(
                farmId,
                meant.resourceId(),
                outcome,
                now.notes,
                now.exclusions,
                now.terms,
                now.waived,
                deciding,
                rules.revision(),
                fleetVersion,
                question.seed(),
                farm == null ? null : farm.view(),
                resource == null ? null : resource.view(),
                farm == null ? FleetMark.NONE : listener.decided(fleetVersion));
    }

    private void fire() {
        int limit = Math.max(FIRINGS_AT_LEAST, FIRINGS_PER_FACT * (agentFacts.size() + resourceFacts.size()))
                * Math.max(1, farms.size());
        if (session.fireAllRules(limit) >= limit) {
            throw new IllegalStateException("rules did not come to rest within " + limit + " firings");
        }
    }

    private void judgeDirty() {
        if (dirty.isEmpty()) {
            return;
        }
        fleetVersion++;
        for (Standing standing : dirty) {
            if (standing.isGone()) {
                forget(standing.agentId());
            } else {
                Verdict verdict = standing.judge();
                rankings.values().forEach(ranking -> ranking.put(verdict));
                listener.judged(fleetVersion, verdict);
            }
        }
        dirty.clear();
    }

    private void forget(String agentId) {
        if (!agentFacts.containsKey(agentId)) {
            hosts.remove(agentId);
            rankings.values().forEach(ranking -> ranking.remove(agentId));
            listener.forgotten(fleetVersion, agentId);
        }
    }

    Collection<Verdict> verdicts() {
        List<Verdict> all = new ArrayList<>(hosts.size());
        for (Standing standing : new TreeMap<>(hosts).values()) {
            Verdict verdict = standing.verdict();
            if (verdict != null) {
                all.add(verdict);
            }
        }
        return all;
    }

    Map<String, Integer> fired() {
        return recorder.fired();
    }

    String lastRule() {
        return recorder.lastRule();
    }

    long fleetVersion() {
        return fleetVersion;
    }

    @Override
    public void close() {
        session.dispose();
    }
}
