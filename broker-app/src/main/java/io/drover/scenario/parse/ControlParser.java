package io.drover.scenario.parse;

import io.drover.scenario.Control;
import java.util.Optional;

/** Reads {@code control}. */
final class ControlParser {

    private ControlParser() {}

    static Kind<Control> kind(AgentNames names) {
        return Kind.map("control", map -> parse(map, names));
    }

    private static Control parse(YamlMap map, AgentNames names) {
        Control patch = patch(map, names);
        Optional<YamlValue> delete = map.value("delete", Kind.BOOL);
        if (delete.isEmpty()) {
            map.done();
            return patch;
        }
        return delete(map, delete.get(), names);
    }

    private static Control delete(YamlMap map, YamlValue value, AgentNames names) {
        if (!value.bool()) {
            value.problem("must be true", "leave it out to keep the agent");
        }
        YamlMap alone = map.anew();
        Control delete = new Control.Delete(map.position(), names.one(alone, "agent"));
        alone.value("delete", Kind.BOOL);
        alone.done();
        return delete;
    }

    private static Control patch(YamlMap map, AgentNames names) {
        return new Control.Patch(
                map.position(),
                names.one(map, "agent"),
                map.field("mode", Vocabulary.MODE),
                map.field("restart_when_drained", Kind.BOOL),
                map.field("online_after_restart", Kind.BOOL),
                map.field("tags", Kind.TAGS),
                map.field("farm_ids", Kind.TEXTS),
                map.nullable("policy", Kind.OBJECT),
                map.nullable("address", Kind.TEXT),
                map.nullable("port", AgentParser.PORT),
                map.field("weight", AgentParser.WEIGHT),
                map.nullable("max_sessions", Kind.COUNT),
                map.nullable("max_concurrent_logons", Kind.COUNT),
                map.field("reason", Kind.TEXT),
                map.field("owner", Kind.TEXT),
                map.nullable("until", Kind.INSTANT));
    }
}
