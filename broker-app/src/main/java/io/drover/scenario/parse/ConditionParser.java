package io.drover.scenario.parse;

import io.drover.scenario.AgentCondition;
import io.drover.scenario.Field;
import java.util.Set;

/** Reads which agents are meant: an id, a list of ids, or a map of what they have in common. */
final class ConditionParser {

    private ConditionParser() {}

    static AgentCondition parse(YamlValue value, AgentNames names) {
        if (!value.isMap()) {
            return only(Field.of(names.some(value)));
        }
        YamlMap map = value.map();
        AgentCondition condition = new AgentCondition(
                map.field("agents", names::some),
                map.field("mode", Vocabulary::mode),
                map.field("quarantined", YamlValue::bool),
                map.field("zone", YamlValue::text),
                map.field("tags", tags -> tags.named(YamlValue::text)));
        if (map.isEmpty()) {
            value.problem("says nothing", "it would mean every agent");
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
