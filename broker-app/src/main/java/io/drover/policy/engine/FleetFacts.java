package io.drover.policy.engine;

import io.drover.policy.fact.Farm;
import io.drover.policy.fact.Settings;
import io.drover.policy.fact.Strategy;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;

/** What is in the session whoever asks: the settings, hosts, farms, resources, and the strategies that farms use. */
final class FleetFacts {

    private static final long FIRINGS_PER_FACT = 200;
    private static final long FIRINGS_AT_LEAST = 20_000;

    private final KieSession session;
    private @Nullable FactHandle settings;
    final FactsById agents;
    final FactsById farms;
    final FactsById resources;
    private final FactsById strategies;

    FleetFacts(KieSession session) {
        this.session = session;
        agents = new FactsById(session);
        farms = new FactsById(session);
        resources = new FactsById(session);
        strategies = new FactsById(session);
    }

    void put(Settings newer) {
        if (settings != null) {
            session.delete(settings);
        }
        settings = session.insert(newer);
    }

    /** Tells which strategies are in use. */
    void useStrategies(Collection<Farm> used) {
        Set<String> names = used.stream().map(Farm::getStrategy).collect(Collectors.toSet());
        strategies.ids().stream().filter(name -> !names.contains(name)).forEach(strategies::remove);
        names.stream().filter(name -> !strategies.has(name)).forEach(name -> strategies.put(name, new Strategy(name)));
    }

    /** More firings than rules that come to rest ever need. */
    int firingLimit() {
        int facts = agents.size() + resources.size();
        long firings = Math.max(FIRINGS_AT_LEAST, FIRINGS_PER_FACT * facts) * Math.max(1, farms.size());
        return (int) Math.min(Integer.MAX_VALUE, firings);
    }
}
