package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Verdict;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The fleet that a decision saw, put together from its rows. Not safe for use by several threads. */
public final class RecordedFleet {

    private final DecisionJson json;
    private final RuleNames rules;
    private final Map<String, Verdict> verdicts = new TreeMap<>();
    private final Map<String, FarmView> farms = new TreeMap<>();
    private final Map<String, ResourceView> resources = new TreeMap<>();

    RecordedFleet(DecisionJson json, RuleNames rules) {
        this.json = json;
        this.rules = rules;
    }

    /** Takes a row in place of the one of the same key before it; null when it is gone. */
    void take(String key, @Nullable String fact) throws JsonProcessingException {
        if (key.startsWith(Judged.FARM)) {
            put(farms, key.substring(Judged.FARM.length()), fact == null ? null : json.readFarm(fact));
        } else if (key.startsWith(Judged.RESOURCE)) {
            put(resources, key.substring(Judged.RESOURCE.length()), fact == null ? null : json.readResource(fact));
        } else {
            put(verdicts, key, fact == null ? null : json.readVerdict(fact, rules));
        }
    }

    /** Takes a row, and tells an engine of it. */
    void tell(PolicyEngine engine, String key, @Nullable String fact) throws JsonProcessingException {
        take(key, fact);
        if (key.startsWith(Judged.FARM)) {
            tell(farms, key.substring(Judged.FARM.length()), engine::put, engine::removeFarm);
        } else if (key.startsWith(Judged.RESOURCE)) {
            tell(resources, key.substring(Judged.RESOURCE.length()), engine::put, engine::removeResource);
        } else {
            tell(verdicts, key, verdict -> engine.put(verdict.agent()), engine::removeAgent);
        }
    }

    private static <T> void tell(Map<String, T> known, String id, Consumer<T> put, Consumer<String> remove) {
        T fact = known.get(id);
        if (fact == null) {
            remove.accept(id);
        } else {
            put.accept(fact);
        }
    }

    private static <T> void put(Map<String, T> into, String key, @Nullable T fact) {
        if (fact == null) {
            into.remove(key);
        } else {
            into.put(key, fact);
        }
    }

    Map<String, Verdict> byHost() {
        return Collections.unmodifiableMap(verdicts);
    }

    /** What the rules said of every host, by its id. */
    public List<Verdict> verdicts() {
        return List.copyOf(verdicts.values());
    }

    /** The farms, by id. */
    public List<FarmView> farms() {
        return List.copyOf(farms.values());
    }

    /** The published resources, by id. */
    public List<ResourceView> resources() {
        return List.copyOf(resources.values());
    }
}
