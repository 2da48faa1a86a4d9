package io.drover.scenario.parse;

import io.drover.fleet.RemoteAppStatus;
import io.drover.scenario.FarmOverlay;
import io.drover.scenario.Given;
import io.drover.scenario.GivenLease;
import io.drover.scenario.ResourceOverlay;
import io.drover.scenario.SessionRow;
import java.util.Map;

/** Reads {@code given} and fleet files. */
final class GivenParser {

    static final Kind<RemoteAppStatus> REMOTE_APP = Kind.map("remote_app", GivenParser::remoteApp);

    private static final Kind<FarmOverlay> FARM = Kind.map("farm", GivenParser::farm);
    private static final Kind<ResourceOverlay> RESOURCE = Kind.map("resource", GivenParser::resource);
    private static final Kind<GivenLease> LEASE = Kind.map("lease", GivenParser::lease);

    private GivenParser() {}

    /** A state, or a change of one; sessions are of agents known before or introduced in it. */
    static Kind<Given> kind(AgentNames known) {
        return Kind.map("given", map -> parse(map, known));
    }

    private static Given parse(YamlMap map, AgentNames known) {
        var farms = map.take("farms", FARM.named(), Map.of());
        var resources = map.take("resources", RESOURCE.named(), Map.of());
        var agents = map.take("agents", AgentParser.KIND.named(), Map.of());
        AgentNames names = known.with(agents.keySet());
        Kind<SessionRow> session = Kind.map("session", row -> session(row, names.one(row, "agent")));
        Given given = new Given(
                farms,
                resources,
                agents,
                map.field("sessions", session.list()),
                map.field("leases", LEASE.list()),
                map.field("only_agents", names.one().list()));
        map.done();
        return given;
    }

    private static FarmOverlay farm(YamlMap map) {
        FarmOverlay farm = new FarmOverlay(
                map.field("name", Kind.TEXT),
                map.field("description", Kind.TEXT),
                map.field("enabled", Kind.BOOL),
                map.field("agent_ids", Kind.TEXTS),
                map.field("required_tags", Kind.TAGS),
                map.field("strategy", Kind.WORDS),
                map.field("jitter", Kind.BOOL),
                map.nullable("min_health_score", Kind.integer(0, 100)),
                map.nullable("policy", Kind.OBJECT));
        map.done();
        return farm;
    }

    private static ResourceOverlay resource(YamlMap map) {
        ResourceOverlay resource = new ResourceOverlay(
                map.field("name", Kind.TEXT),
                map.field("kind", Vocabulary.KIND),
                map.field("farm_id", Kind.TEXT),
                map.field("guacamole_connection_id", Kind.TEXT),
                map.field("guacamole_connection_name", Kind.TEXT),
                map.field("guacamole_data_source", Kind.TEXT),
                map.field("remote_app", Kind.TEXT),
                map.field("remote_app_dir", Kind.TEXT),
                map.field("remote_app_args", Kind.TEXT),
                map.field("manage_remote_app", Kind.BOOL),
                map.field("remote_app_path", Kind.TEXT),
                map.field("remote_app_command_line_setting", Kind.integer(0, 2)),
                map.field("remote_app_required_command_line", Kind.TEXT),
                map.field("groups", Kind.TEXTS),
                map.field("enabled", Kind.BOOL));
        map.done();
        return resource;
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
        String username = map.text("username");
        String user = map.text("user");
        SessionRow row = new SessionRow(
                map.position(),
                agent,
                map.has("username") ? username : user,
                map.orNull("domain", Kind.TEXT),
                map.take("state", Kind.TEXT, "Active"),
                map.orNull("id", Kind.LONG_COUNT),
                map.orNull("started", Kind.SECONDS),
                map.orNull("station_name", Kind.TEXT));
        map.done();
        return row;
    }

    /** The host of a lease is not looked up: leases to hosts that are gone are part of life. */
    private static GivenLease lease(YamlMap map) {
        GivenLease lease = new GivenLease(
                map.position(),
                map.words("agent"),
                map.words("username"),
                map.text("farm"),
                map.text("resource"),
                map.require("expires_in", Kind.SECONDS, 0.0));
        map.done();
        return lease;
    }

    private static RemoteAppStatus remoteApp(YamlMap map) {
        RemoteAppStatus status = new RemoteAppStatus(
                map.text("resource_id"),
                map.text("alias"),
                map.take("published", Kind.BOOL, false),
                map.take("path_exists", Kind.BOOL, false),
                map.take("in_sync", Kind.BOOL, false),
                map.text("error"));
        map.done();
        return status;
    }
}
