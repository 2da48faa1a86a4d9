package io.drover.scenario.parse;

import io.drover.scenario.AgentCondition;
import io.drover.scenario.Field;
import java.util.Set;

/** Reads which agents are meant: an id, a list of ids, or a map of what they have in common. */
final class ConditionParser {

    private ConditionParser() {}

    static Kind<AgentCondition> kind(AgentNames names) {
        Kind<AgentCondition> map = Kind.map("condition", all -> parse(all, names));
        Kind<Set<String>> ids = names.some();
        return Kind.either(value -> value.isMap() ? map.read(value) : only(Field.of(ids.read(value))), ids, map);
    }

    private static AgentCondition parse(YamlMap map, AgentNames names) {
        AgentCondition condition = new AgentCondition(
                map.field("agents", names.some()),
                map.field("mode", Vocabulary.MODE),
                map.field("quarantined", Kind.BOOL),
                map.field("zone", Kind.TEXT),
                map.field("tags", Kind.TAGS));
        if (map.isEmpty()) {
            map.problem("says nothing", "it would mean every agent");
        }
        map.done();
        return condition;
    }

    /** Stands in for a condition that could not be read. */
    static AgentCondition everywhere() {
        return only(Field.absent());
    }

    private static AgentCondition only(Field<Set<String>> agents) {
        return new AgentCondition(agents, Field.absent(), Field.absent(), Field.absent(), Field.absent());
    }
}
