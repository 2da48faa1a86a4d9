package io.drover.policy.engine;

import io.drover.policy.Decision;
import io.drover.policy.Decision.Outcome;
import io.drover.policy.Decision.Refused;
import io.drover.policy.Question;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.Agent;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.Call;
import io.drover.policy.fact.Farm;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.Request;
import io.drover.policy.fact.Resource;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.internal.event.rule.RuleEventManager;

/** One Drools session with the whole fleet in it, judged. */
final class RuleSession implements AutoCloseable {

    private final KieSession session;
    private final CompiledRules rules;
    private final Recorder recorder;
    private final Hearing hearing;
    private final BiPredicate<String, String> sameDomain;
    private final FleetFacts fleet;
    private final VerdictListener listener;
    private final Standings standings;
    private final Map<String, Farm> farms = new HashMap<>();
    private final List<FactHandle> asked = new ArrayList<>(8);
    private Settings settings;
    private boolean changed = true;

    RuleSession(
            CompiledRules rules,
            BiPredicate<String, String> sameDomain,
            VerdictListener listener,
            Settings settings,
            long fleetVersion) {
        this.rules = rules;
        this.sameDomain = sameDomain;
        this.settings = settings;
        this.listener = listener;
        session = rules.base().newKieSession();
        listener.restarted();
        recorder = new Recorder(rules.byName(), rules.countsFirings());
        ((RuleEventManager) session).addEventListener(recorder);
        session.addEventListener(new FactGuard(recorder));
        hearing = new Hearing(recorder);
        standings = new Standings(hearing, listener, fleetVersion);
        fleet = new FleetFacts(session);
        put(settings);
    }

    void put(Settings newer) {
        settings = newer;
        fleet.put(newer);
        put(FarmView.wholeFleet(newer.getMin_health_score()));
    }

    void put(AgentView agent) {
        changed = true;
        fleet.agents.put(agent.id(), new Agent(agent, standings.see(agent)));
    }

    void removeAgent(String id) {
        changed = true;
        fleet.agents.remove(id);
        standings.leave(id);
    }

    void put(FarmView view) {
        changed = true;
        Farm farm = new Farm(view);
        farms.put(view.id(), farm);
        fleet.farms.put(view.id(), farm);
        fleet.useStrategies(farms.values());
        standings.rank(view);
        if (!farm.isWhole_fleet()) {
            standings.note((hears, version) -> hears.told(version, view));
        }
    }

    void removeFarm(String id) {
        changed = true;
        farms.remove(id);
        fleet.farms.remove(id);
        fleet.useStrategies(farms.values());
        standings.unrank(id);
        standings.note((hears, version) -> hears.farmForgotten(version, id));
    }

    void put(ResourceView resource) {
        changed = true;
        fleet.resources.put(resource.id(), new Resource(resource));
        standings.note((hears, version) -> hears.told(version, resource));
    }

    void removeResource(String id) {
        changed = true;
        fleet.resources.remove(id);
        standings.note((hears, version) -> hears.resourceForgotten(version, id));
    }

    /** Judges all that changed. */
    RuleSession settled() {
        if (changed) {
            fire();
            changed = false;
        }
        standings.judge();
        return this;
    }

    /** Whether the rules came to rest on the fleet as it was told. */
    boolean isSettled() {
        return !changed;
    }

    Decision decide(Question question) {
        settled();
        Decision decision = decide(question, hearing.open());
        asked.forEach(session::delete);
        asked.clear();
        hearing.close();
        fire();
        standings.judge();
        return decision;
    }

    private Decision decide(Question question, Turn turn) {
        ask(new Call(question.call(), turn));
        fire();
        turn.putInOrder();
        Resolution meant = Resolution.of(turn);
        turn.resolved();
        if (meant.refusal() != null) {
            return decision(question, turn, meant, meant.refusal(), meant.rules());
        }
        Farm farm = farm(meant);
        if (farm == null) {
            Refused unknown = new Refused("farm_unavailable", "the farm is unknown or disabled", Map.of());
            return decision(question, turn, meant, unknown, meant.rules());
        }
        Request request = new Request(
                question.user().user(),
                question.user().domain(),
                question.call(),
                farm,
                meant.resource(),
                question.minuteOfWeek(),
                turn);
        Asked.facts(question, request, settings.isSingle_session_per_user()).forEach(this::ask);
        fire();
        turn.putInOrder();
        standings.judge();
        Selection selection = new Selection(turn, farm.view(), meant.resourceId(), standings, sameDomain);
        Outcome outcome = selection.select(question.seed());
        return decision(question, turn, meant, outcome, selection.rules());
    }

    private void ask(Object fact) {
        asked.add(session.insert(fact));
    }

    private Decision decision(Question question, Turn turn, Resolution meant, Outcome outcome, List<RuleRef> deciding) {
        Farm farm = meant.refusal() == null ? farm(meant) : null;
        Resource resource = meant.resource();
        return new Decision(
                meant.farmId() == null ? "" : meant.farmId(),
                meant.resourceId(),
                outcome,
                List.copyOf(turn.notes),
                turn.exclusions,
                turn.terms,
                turn.waived,
                deciding,
                rules.revision(),
                standings.version(),
                question.seed(),
                farm == null ? null : farm.view(),
                resource == null ? null : resource.view(),
                listener.decided(standings.version()));
    }

    private @Nullable Farm farm(Resolution meant) {
        return meant.farmId() == null ? null : farms.get(meant.farmId());
    }

    private void fire() {
        int limit = fleet.firingLimit();
        if (session.fireAllRules(limit) >= limit) {
            throw new IllegalStateException("no rest within " + limit + " firings");
        }
    }

    /** Every host's verdict, by agent id. */
    Collection<Verdict> verdicts() {
        List<Verdict> verdicts = standings.verdicts();
        verdicts.sort(Comparator.comparing(v -> v.agent().id()));
        return verdicts;
    }

    Map<String, Integer> fired() {
        return recorder.fired();
    }

    /** The rule that fires now, or fired last. */
    @Nullable
    RuleRef lastRule() {
        return recorder.lastRule();
    }

    /** Whether a rule was stopped in the middle. */
    boolean isFiring() {
        return recorder.isFiring();
    }

    long fleetVersion() {
        return standings.version();
    }

    @Override
    public void close() {
        session.dispose();
    }
}
