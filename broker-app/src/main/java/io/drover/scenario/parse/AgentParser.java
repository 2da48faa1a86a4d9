package io.drover.scenario.parse;

import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Field;

/** Reads the fields of an agent, in {@code given} and in heartbeats. */
final class AgentParser {

    static final int PORT_MOST = 65_535;
    static final int WEIGHT_MOST = 10_000;

    private AgentParser() {}

    static AgentOverlay parse(YamlMap map) {
        AgentOverlay agent = fields(
                map,
                map.nullable("last_seen", YamlValue::number),
                map.nullable("max_concurrent_logons", AgentParser::count),
                map.field("weight", AgentParser::weight),
                map.field("quarantined", YamlValue::bool));
        map.done();
        return agent;
    }

    /** Reads what a heartbeat may say; the caller says when no further key is known. */
    static AgentOverlay reported(YamlMap map) {
        return fields(map, Field.absent(), Field.absent(), Field.absent(), Field.absent());
    }

    static int count(YamlValue value) {
        return value.integer(0, Integer.MAX_VALUE);
    }

    static int port(YamlValue value) {
        return value.integer(1, PORT_MOST);
    }

    static int weight(YamlValue value) {
        return value.integer(1, WEIGHT_MOST);
    }

    private static AgentOverlay fields(
            YamlMap map,
            Field<Double> lastSeen,
            Field<Integer> maxConcurrentLogons,
            Field<Integer> weight,
            Field<Boolean> quarantined) {
        return new AgentOverlay(
                map.field("hostname", YamlValue::text),
                map.nullable("address", YamlValue::text),
                map.nullable("port", AgentParser::port),
                map.field("mode", Vocabulary::mode),
                lastSeen,
                map.nullable("health_score", YamlValue::number),
                map.nullable("cpu_percent", YamlValue::number),
                map.nullable("memory_used_percent", YamlValue::number),
                map.field("active_sessions", AgentParser::count),
                map.field("disconnected_sessions", AgentParser::count),
                map.field("tags", tags -> tags.named(YamlValue::text)),
                map.field("farm_ids", YamlValue::texts),
                map.nullable("max_sessions", AgentParser::count),
                maxConcurrentLogons,
                map.nullable("zone", YamlValue::text),
                map.field("remote_apps", GivenParser::remoteApps),
                weight,
                map.nullable("rdp_listener_ok", YamlValue::bool),
                quarantined);
    }
}
