package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.control.HostName;
import io.drover.control.Violation;
import io.drover.control.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of one heartbeat. Its shape must be right, so that nonsense is refused; its values are put right where
 * they can be, so that one sick counter does not take a host offline. Unknown fields are left alone.
 */
public final class HeartbeatParser {

    private static final Duration TOLERATED_SKEW = Duration.ofMinutes(2);
    private static final int MOST_APPS = 5_000;
    private static final int MOST_CHECKS = 50;
    private static final int WORD = 128;
    private static final int LINE = 500;

    private final String agentId;
    private final Instant receivedAt;
    private final Violations violations = new Violations();
    private final ReportedFields fields = new ReportedFields();

    private HeartbeatParser(String agentId, Instant receivedAt) {
        this.agentId = agentId;
        this.receivedAt = receivedAt;
    }

    /** What came of reading. */
    public sealed interface Parsed {}

    /** It could be read. */
    public record Read(HeartbeatReport report) implements Parsed {}

    /** Its shape is wrong. */
    public record Refused(List<Violation> violations) implements Parsed {
        public Refused {
            violations = List.copyOf(violations);
        }
    }

    /**
     * Reads a heartbeat.
     *
     * @param agentId whose it is, by the credential
     * @param json its body
     * @param receivedAt when it came in, by the database's clock
     */
    public static Parsed parse(String agentId, JsonNode json, Instant receivedAt) {
        return new HeartbeatParser(agentId, receivedAt).parse(json);
    }

    private Parsed parse(JsonNode json) {
        if (!json.isObject()) {
            violations.add("body", "must be a JSON object");
            return new Refused(violations.list());
        }
        JsonNode version = json.path("protocol_version");
        if (!version.isInt() || version.intValue() < 3 || version.intValue() > 4) {
            violations.add("protocol_version", "must be 3 or 4");
        }
        JsonNode server = child(json, "server", true);
        JsonNode health = child(json, "health", true);
        JsonNode sessions = child(json, "sessions", false);
        JsonNode apps = child(json, "remote_apps", false);
        JsonNode results = child(json, "command_results", false);
        if (!violations.isEmpty()) {
            return new Refused(violations.list());
        }
        Heartbeat heartbeat = heartbeat(json, server, health, sessions, apps);
        HostIdentity identity = identity(json, server);
        ObjectNode details = details(json, server, health);
        return new Read(new HeartbeatReport(
                heartbeat,
                identity,
                fields.flags(),
                details,
                results.valueStream().toList()));
    }

    private JsonNode child(JsonNode json, String field, boolean object) {
        JsonNode node = json.get(field);
        if (node == null || node.isNull()) {
            return object ? MissingNode.getInstance() : JsonNodeFactory.instance.arrayNode();
        }
        if (object ? !node.isObject() : !node.isArray()) {
            violations.add(field, object ? "must be an object" : "must be a list");
        }
        return node;
    }

    private Heartbeat heartbeat(JsonNode json, JsonNode server, JsonNode health, JsonNode sessions, JsonNode apps) {
        return new Heartbeat(
                agentId,
                fields.text(json, "boot_id", WORD),
                fields.count(json, "seq"),
                receivedAt,
                fields.integer(health, "health.score", 0, 100),
                fields.number(server, "server.cpu_percent", 0, 100),
                memoryUsedPercent(server),
                fields.bool(health, "health.rdp_listener_ok"),
                maxSessions(json),
                new ReportedSessions(fields, receivedAt).read(sessions),
                remoteApps(apps),
                uptimeSeconds(server));
    }

    private @Nullable Long uptimeSeconds(JsonNode server) {
        Long uptime = fields.count(server, "server.uptime_seconds");
        if (uptime != null && !Heartbeat.isUptime(uptime)) {
            fields.flag("unreadable", "server.uptime_seconds");
            return null;
        }
        return uptime;
    }

    private @Nullable Double memoryUsedPercent(JsonNode server) {
        Double total = fields.number(server, "server.memory_total", 0, Double.MAX_VALUE);
        if (total == null || total == 0) {
            return null;
        }
        Double available = fields.number(server, "server.memory_available", 0, total);
        return available == null ? null : 100 * (1 - available / total);
    }

    private @Nullable Integer maxSessions(JsonNode json) {
        Long limit = fields.count(json, "max_sessions");
        return limit == null ? null : (int) Math.min(limit, Integer.MAX_VALUE);
    }

    private List<RemoteAppStatus> remoteApps(JsonNode rows) {
        List<RemoteAppStatus> apps = new ArrayList<>();
        for (JsonNode row : rows) {
            if (apps.size() == MOST_APPS) {
                fields.flag("cut", "remote_apps");
                break;
            }
            if (row.isObject()) {
                apps.add(remoteApp(row));
            } else {
                fields.flag("unreadable", "remote_apps");
            }
        }
        return apps;
    }

    private RemoteAppStatus remoteApp(JsonNode row) {
        return new RemoteAppStatus(
                orEmpty(fields.text(row, "remote_apps.resource_id", WORD)),
                withoutPipes(orEmpty(fields.text(row, "remote_apps.alias", LINE))),
                Boolean.TRUE.equals(fields.bool(row, "remote_apps.published")),
                Boolean.TRUE.equals(fields.bool(row, "remote_apps.path_exists")),
                Boolean.TRUE.equals(fields.bool(row, "remote_apps.in_sync")),
                orEmpty(fields.text(row, "remote_apps.error", LINE)));
    }

    private HostIdentity identity(JsonNode json, JsonNode server) {
        Long port = fields.count(json, "port");
        if (port != null && (port < 1 || port > 65_535)) {
            fields.flag("unreadable", "port");
            port = null;
        }
        return new HostIdentity(
                host(server, "server.hostname"),
                host(json, "address"),
                port == null ? null : port.intValue(),
                fields.text(json, "zone", WORD));
    }

    private @Nullable String host(JsonNode parent, String path) {
        String name = fields.text(parent, path, HostName.LENGTH + 3);
        if (name == null) {
            return null;
        }
        String bare = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
        if (!HostName.isValid(bare)) {
            fields.flag("unreadable", path);
            return null;
        }
        return bare;
    }

    private ObjectNode details(JsonNode json, JsonNode server, JsonNode health) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.put("protocol_version", json.path("protocol_version").intValue());
        details.put("agent_version", fields.text(json, "agent_version", WORD));
        details.put("hostname", fields.text(server, "server.hostname", HostName.LENGTH));
        details.put("os", fields.text(server, "server.os", WORD));
        details.put("version", fields.text(server, "server.version", WORD));
        details.put("memory_total", fields.count(server, "server.memory_total"));
        details.put("memory_available", fields.count(server, "server.memory_available"));
        details.put("disk_total", fields.count(server, "server.disk_total"));
        details.put("disk_free", fields.count(server, "server.disk_free"));
        String applied = fields.text(json.path("policy"), "policy.revision", WORD);
        details.put("policy_revision", applied != null ? applied : fields.text(json, "policy_revision", WORD));
        details.put("profile_store_ok", fields.bool(health, "health.profile_store_ok"));
        details.set("checks", checks(health.path("checks")));
        details.put("clock_offset_seconds", clockOffset(json.path("time")));
        ArrayNode flags = details.putArray("flags");
        fields.flags().forEach(flags::add);
        return details;
    }

    private ArrayNode checks(JsonNode rows) {
        ArrayNode checks = JsonNodeFactory.instance.arrayNode();
        rows.valueStream()
                .filter(JsonNode::isObject)
                .limit(MOST_CHECKS)
                .forEach(row -> checks.addObject()
                        .put("name", fields.text(row, "health.checks.name", WORD))
                        .put("ok", fields.bool(row, "health.checks.ok"))
                        .put("message", fields.text(row, "health.checks.message", LINE)));
        return checks;
    }

    /** How far the agent's clock is ahead. Nothing depends on it but what people see. */
    private @Nullable Long clockOffset(JsonNode time) {
        Instant agentTime = time.isTextual() ? ReportedFields.moment(time) : null;
        if (agentTime == null) {
            return null;
        }
        Duration offset = Duration.between(receivedAt, agentTime);
        if (offset.abs().compareTo(TOLERATED_SKEW) > 0) {
            fields.flag("skewed", "time");
        }
        return offset.toSeconds();
    }

    private static String withoutPipes(String alias) {
        int start = 0;
        while (start < alias.length() && alias.charAt(start) == '|') {
            start++;
        }
        return alias.substring(start);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
