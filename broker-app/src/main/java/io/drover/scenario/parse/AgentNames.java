package io.drover.scenario.parse;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The agents that a scenario knows. A name that is none of them is a typing error: nothing could ever match it. */
final class AgentNames {

    private final Set<String> ids;
    private final boolean complete;

    /**
     * Names.
     *
     * @param complete false when a part of the fleet could not be read, so that a strange name may yet be right
     */
    AgentNames(Set<String> ids, boolean complete) {
        this.ids = ids;
        this.complete = complete;
    }

    AgentNames with(Set<String> further) {
        Set<String> all = new LinkedHashSet<>(ids);
        all.addAll(further);
        return new AgentNames(all, complete);
    }

    /** Takes any name. */
    static AgentNames any() {
        return new AgentNames(Set.of(), false);
    }

    /** One agent's id. */
    Kind<String> one() {
        return new Kind<>(value -> complete ? value.word("agent", ids) : value.text(), Definitions::text);
    }

    /** The id of a required key. */
    String one(YamlMap map, String key) {
        return map.require(key, one(), "");
    }

    /** One id, or a list of them. */
    Kind<Set<String>> some() {
        return one().some();
    }

    /** A map whose keys are ids. */
    <T> Kind<Map<String, T>> each(Kind<T> kind) {
        return new Kind<>(
                value -> {
                    value.entries().forEach(this::check);
                    return value.named(kind.reader());
                },
                kind.named().schema());
    }

    /** Refuses a key of a map that is no agent's id. */
    void check(String key, YamlValue value) {
        if (complete && !ids.contains(key)) {
            value.problemOfKey("unknown agent \"" + key + "\"", Nearest.hint(key, ids));
        }
    }
}
