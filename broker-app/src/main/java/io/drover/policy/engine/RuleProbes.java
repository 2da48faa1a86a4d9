package io.drover.policy.engine;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleSource;
import io.drover.policy.Scene;
import io.drover.policy.fact.Agent;
import io.drover.policy.fact.Call;
import io.drover.policy.fact.Farm;
import io.drover.policy.fact.Request;
import io.drover.policy.fact.Resource;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Strategy;
import io.drover.policy.fact.Voice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kie.api.event.rule.AfterMatchFiredEvent;
import org.kie.api.event.rule.DefaultAgendaEventListener;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.Match;

/** Tries conditions on a scene: rules that say nothing, of which only counts whether they hold. */
public final class RuleProbes {

    private static final int MATCHES_AT_MOST = 100_000;
    private static final Voice SILENCE = statement -> {
        throw new IllegalStateException("a probe says nothing");
    };

    private RuleProbes() {}

    /**
     * How a probe holds.
     *
     * @param times how often
     * @param bound what its variables are bound to, the first time
     */
    public record Held(int times, Map<String, Object> bound) {}

    /**
     * How each probe holds, by the rule's name; those that do not are left out.
     *
     * @param probes rules without effects, conditions of the contract's language
     * @throws IllegalArgumentException when they do not compile
     */
    public static Map<String, Held> hold(String probes, Scene scene) {
        RuleSource source = new RuleSource(new TreeMap<>(Map.of("probes.drl", probes)));
        try (CompiledRules compiled = new RuleCompiler(false).compile(source)) {
            KieSession session = compiled.base().newKieSession();
            try {
                return hold(session, scene);
            } finally {
                session.dispose();
            }
        } catch (BrokenRulesException e) {
            throw new IllegalArgumentException("the probes do not compile", e);
        }
    }

    private static Map<String, Held> hold(KieSession session, Scene scene) {
        Map<String, Held> held = new HashMap<>();
        session.addEventListener(new DefaultAgendaEventListener() {
            @Override
            public void afterMatchFired(AfterMatchFiredEvent event) {
                Match match = event.getMatch();
                held.merge(
                        match.getRule().getName(),
                        new Held(1, bound(match)),
                        (first, next) -> new Held(first.times() + 1, first.bound()));
            }
        });
        insert(session, scene);
        session.fireAllRules(MATCHES_AT_MOST);
        return held;
    }

    private static Map<String, Object> bound(Match match) {
        Map<String, Object> bound = new HashMap<>();
        for (String name : match.getDeclarationIds()) {
            Object value = match.getDeclarationValue(name);
            if (value != null) {
                bound.put(name, value);
            }
        }
        return bound;
    }

    private static void insert(KieSession session, Scene scene) {
        Farm farm = new Farm(scene.farm());
        ResourceView view = scene.resource();
        Resource resource = view == null ? null : new Resource(view);
        session.insert(scene.settings());
        session.insert(farm);
        session.insert(new Strategy(farm.getStrategy()));
        if (resource != null) {
            session.insert(resource);
        }
        scene.agents().forEach(agent -> session.insert(new Agent(agent, SILENCE)));
        session.insert(new Call(scene.question().call(), SILENCE));
        Request request = new Request(
                scene.question().user().user(),
                scene.question().user().domain(),
                scene.question().call(),
                farm,
                resource,
                scene.question().minuteOfWeek(),
                SILENCE);
        List<Object> asked =
                Asked.facts(scene.question(), request, scene.settings().isSingle_session_per_user());
        asked.forEach(session::insert);
    }
}
