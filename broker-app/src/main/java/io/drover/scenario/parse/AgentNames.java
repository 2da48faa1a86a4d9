package io.drover.scenario.parse;

import java.util.LinkedHashSet;
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

    /** One agent's id. */
    String one(YamlValue value) {
        return complete ? value.word("agent", ids) : value.text();
    }

    /** The id of a required key. */
    String one(YamlMap map, String key) {
        return map.require(key).map(this::one).orElse("");
    }

    /** One id, or a list of them. */
    Set<String> some(YamlValue value) {
        Set<String> some = new LinkedHashSet<>();
        value.oneOrMore().forEach(item -> some.add(one(item)));
        return some;
    }

    /** Refuses a key of a map that is no agent's id. */
    void check(String key, YamlValue value) {
        if (complete && !ids.contains(key)) {
            value.problemOfKey("unknown agent \"" + key + "\"", Nearest.hint(key, ids));
        }
    }
}
