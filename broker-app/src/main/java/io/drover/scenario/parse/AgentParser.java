package io.drover.scenario.parse;

import io.drover.fleet.Heartbeat;
import io.drover.fleet.ProbeState;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Field;
import io.drover.scenario.Scraped;
import java.util.List;

/** Reads the fields of an agent, in {@code given} and in heartbeats. */
final class AgentParser {

    static final Kind<AgentOverlay> KIND = Kind.map("agent", AgentParser::parse);

    static final Kind<Integer> PORT = Kind.integer(1, 65_535);

    static final Kind<Integer> WEIGHT = Kind.integer(1, 10_000);

    private static final Kind<Integer> SESSIONS = Kind.integer(0, Heartbeat.MOST_SESSIONS);

    private static final Kind<Scraped> SCRAPED = Kind.map("scrape", AgentParser::scraped);

    private AgentParser() {}

    private static AgentOverlay parse(YamlMap map) {
        AgentOverlay agent = fields(
                map,
                map.nullable("last_seen", Kind.SECONDS),
                map.nullable("max_concurrent_logons", Kind.COUNT),
                map.field("weight", WEIGHT),
                map.field("probe_state", Vocabulary.PROBE_STATE),
                map.field("quarantined", Kind.BOOL),
                map.field("scrape", SCRAPED));
        if (map.has("scrape") && map.has("health_score")) {
            map.problem("\"health_score\" does not go with \"scrape\"", "the rules in rules/health say it");
        }
        map.done();
        return agent;
    }

    /** Reads what a heartbeat may say; the caller says when no further key is known. */
    static AgentOverlay reported(YamlMap map) {
        return fields(
                map, Field.absent(), Field.absent(), Field.absent(), Field.absent(), Field.absent(), Field.absent());
    }

    private static AgentOverlay fields(
            YamlMap map,
            Field<Double> lastSeen,
            Field<Integer> maxConcurrentLogons,
            Field<Integer> weight,
            Field<ProbeState> probeState,
            Field<Boolean> quarantined,
            Field<Scraped> scraped) {
        return new AgentOverlay(
                map.field("hostname", Kind.TEXT),
                map.nullable("address", Kind.TEXT),
                map.nullable("port", PORT),
                map.field("mode", Vocabulary.MODE),
                lastSeen,
                map.nullable("health_score", Kind.NUMBER),
                map.nullable("cpu_percent", Kind.NUMBER),
                map.nullable("memory_used_percent", Kind.NUMBER),
                map.field("active_sessions", SESSIONS),
                map.field("disconnected_sessions", SESSIONS),
                map.field("tags", Kind.TAGS),
                map.field("farm_ids", Kind.TEXTS),
                map.nullable("max_sessions", Kind.COUNT),
                maxConcurrentLogons,
                map.nullable("zone", Kind.TEXT),
                map.field("remote_apps", GivenParser.REMOTE_APP.list()),
                weight,
                map.nullable("rdp_listener_ok", Kind.BOOL),
                probeState,
                quarantined,
                map.nullable("uptime_seconds", Kind.COUNT),
                scraped);
    }

    private static Scraped scraped(YamlMap map) {
        Scraped scraped = new Scraped(
                map.take("exporter_version", Kind.TEXT, "0.31.3"),
                map.take("failed_collectors", Kind.TEXTS, List.of()),
                map.take("cpu_age_seconds", Kind.COUNT, 0),
                map.take("memory_age_seconds", Kind.COUNT, 0),
                map.take("sessions_age_seconds", Kind.COUNT, 0),
                map.take("took_seconds", Kind.NUMBER, 0.0));
        map.done();
        return scraped;
    }
}
