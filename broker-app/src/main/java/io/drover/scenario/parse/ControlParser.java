package io.drover.scenario.parse;

import io.drover.scenario.Control;

/** Reads {@code control}. */
final class ControlParser {

    private ControlParser() {}

    static Control parse(YamlMap map, AgentNames names) {
        Control control = map.has("delete") ? delete(map, names) : patch(map, names);
        map.done();
        return control;
    }

    private static Control delete(YamlMap map, AgentNames names) {
        map.ifPresent("delete", value -> {
            if (!value.bool()) {
                value.problem("must be true", "leave it out to keep the agent");
            }
        });
        return new Control.Delete(map.position(), names.one(map, "agent"));
    }

    private static Control patch(YamlMap map, AgentNames names) {
        return new Control.Patch(
                map.position(),
                names.one(map, "agent"),
                map.field("mode", Vocabulary::mode),
                map.field("restart_when_drained", YamlValue::bool),
                map.field("online_after_restart", YamlValue::bool),
                map.field("tags", tags -> tags.named(YamlValue::text)),
                map.field("farm_ids", YamlValue::texts),
                map.nullable("policy", Json::object),
                map.nullable("address", YamlValue::text),
                map.nullable("port", AgentParser::port),
                map.field("weight", AgentParser::weight),
                map.nullable("max_sessions", AgentParser::count),
                map.nullable("max_concurrent_logons", AgentParser::count),
                map.field("reason", YamlValue::text),
                map.field("owner", YamlValue::text),
                map.nullable("until", YamlValue::instant));
    }
}
