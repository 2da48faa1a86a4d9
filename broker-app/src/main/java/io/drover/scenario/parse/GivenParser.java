package io.drover.scenario.parse;

import io.drover.fleet.RemoteAppStatus;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.FarmOverlay;
import io.drover.scenario.Given;
import io.drover.scenario.GivenLease;
import io.drover.scenario.ResourceOverlay;
import io.drover.scenario.SessionRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code given} and fleet files. */
final class GivenParser {

    private static final int SETTING_MOST = 2;

    private GivenParser() {}

    static Given parse(Optional<YamlValue> value, AgentNames known) {
        return value.map(given -> parse(given, known)).orElseGet(Given::nothing);
    }

    /** Reads a state; sessions are of agents known before or introduced in it. */
    static Given parse(YamlValue value, AgentNames known) {
        YamlMap map = value.map();
        Map<String, AgentOverlay> agents = map.take("agents")
                .map(all -> all.named(agent -> AgentParser.parse(agent.map())))
                .orElse(Map.of());
        AgentNames names = known.with(agents.keySet());
        Given given = new Given(
                map.take("farms").map(all -> all.named(GivenParser::farm)).orElse(Map.of()),
                map.take("resources")
                        .map(all -> all.named(GivenParser::resource))
                        .orElse(Map.of()),
                agents,
                map.field("sessions", rows -> sessions(rows, names)),
                map.field(
                        "leases",
                        leases ->
                                leases.items().stream().map(GivenParser::lease).toList()),
                map.field(
                        "only_agents",
                        only -> only.items().stream().map(names::one).toList()));
        map.done();
        return given;
    }

    private static FarmOverlay farm(YamlValue value) {
        YamlMap map = value.map();
        FarmOverlay farm = new FarmOverlay(
                map.field("name", YamlValue::text),
                map.field("description", YamlValue::text),
                map.field("enabled", YamlValue::bool),
                map.field("agent_ids", YamlValue::texts),
                map.field("required_tags", tags -> tags.named(YamlValue::text)),
                map.field("strategy", YamlValue::words),
                map.field("jitter", YamlValue::bool),
                map.nullable("min_health_score", score -> score.integer(0, 100)),
                map.nullable("policy", Json::object));
        map.done();
        return farm;
    }

    private static ResourceOverlay resource(YamlValue value) {
        YamlMap map = value.map();
        ResourceOverlay resource = new ResourceOverlay(
                map.field("name", YamlValue::text),
                map.field("kind", kind -> kind.word("kind", Vocabulary.KINDS)),
                map.field("farm_id", YamlValue::text),
                map.field("guacamole_connection_id", YamlValue::text),
                map.field("guacamole_connection_name", YamlValue::text),
                map.field("guacamole_data_source", YamlValue::text),
                map.field("remote_app", YamlValue::text),
                map.field("remote_app_dir", YamlValue::text),
                map.field("remote_app_args", YamlValue::text),
                map.field("manage_remote_app", YamlValue::bool),
                map.field("remote_app_path", YamlValue::text),
                map.field("remote_app_command_line_setting", setting -> setting.integer(0, SETTING_MOST)),
                map.field("remote_app_required_command_line", YamlValue::text),
                map.field("groups", YamlValue::texts),
                map.field("enabled", YamlValue::bool));
        map.done();
        return resource;
    }

    private static List<SessionRow> sessions(YamlValue rows, AgentNames names) {
        return rows.items().stream()
                .map(row -> {
                    YamlMap map = row.map();
                    return session(map, names.one(map, "agent"));
                })
                .toList();
    }

    /** Reads a session row whose agent is known otherwise. */
    static SessionRow session(YamlMap map, String agent) {
        if (map.has("username") == map.has("user")) {
            map.problem(
                    "needs either \"username\" or \"user\"",
                    "username takes any spelling, user and domain are as reported");
        } else if (map.has("username") && map.has("domain")) {
            map.problem("\"domain\" goes with \"user\"", "a username holds its domain itself");
        }
        SessionRow row = new SessionRow(
                map.position(),
                agent,
                map.has("username") ? map.text("username") : map.text("user"),
                map.orNull("domain", YamlValue::text),
                map.take("state").map(YamlValue::text).orElse("Active"),
                map.orNull("id", id -> id.longInteger(0, Long.MAX_VALUE)),
                map.orNull("started", YamlValue::number),
                map.orNull("station_name", YamlValue::text));
        map.done();
        return row;
    }

    /** The host of a lease is not looked up: leases to hosts that are gone are part of life. */
    private static GivenLease lease(YamlValue value) {
        YamlMap map = value.map();
        GivenLease lease = new GivenLease(
                map.position(),
                map.words("agent"),
                map.words("username"),
                map.text("farm"),
                map.text("resource"),
                map.require("expires_in").map(YamlValue::number).orElse(0.0));
        map.done();
        return lease;
    }

    static List<RemoteAppStatus> remoteApps(YamlValue value) {
        return value.items().stream()
                .map(app -> {
                    YamlMap map = app.map();
                    RemoteAppStatus status = new RemoteAppStatus(
                            map.text("resource_id"),
                            map.text("alias"),
                            map.take("published").map(YamlValue::bool).orElse(false),
                            map.take("path_exists").map(YamlValue::bool).orElse(false),
                            map.take("in_sync").map(YamlValue::bool).orElse(false),
                            map.text("error"));
                    map.done();
                    return status;
                })
                .toList();
    }
}
