package io.drover.scenario.snapshot;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.policy.Strategies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Writes a live fleet as a fleet file. Hosts are called by their names, unless two have the same one; what is as the
 * format's default is left out, so is what no rule can see.
 */
public final class FleetFile {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int WIDTH = 120;
    private static final int MILLIS = 1000;
    private static final String REMOTE_APPS = "remote_apps";
    private static final String LAST_SEEN = "last_seen";
    private static final String UPTIME = "uptime_seconds";
    private static final Set<String> UNSEEN = Set.of("id", "control_version", "policy");
    private static final Map<String, String> DEFAULTS = Map.of(
            "enabled", "true",
            "jitter", "false",
            "strategy", Strategies.USUAL,
            "kind", "desktop",
            "manage_remote_app", "false",
            "remote_app_command_line_setting", "0",
            "mode", "online",
            "quarantined", "false",
            "weight", "100",
            "port", "3389");

    private static final List<String> AGENT_FIELDS = List.of(
            "port",
            "farm_ids",
            "tags",
            "zone",
            "mode",
            "quarantined",
            "weight",
            "max_sessions",
            "max_concurrent_logons",
            "health_score",
            "cpu_percent",
            "memory_used_percent",
            "rdp_listener_ok",
            "probe_state",
            REMOTE_APPS);

    private final LiveFleet fleet;
    private final Names names;
    private final Map<String, String> hosts = new HashMap<>();

    private FleetFile(LiveFleet fleet, Names names) {
        this.fleet = fleet;
        this.names = names;
    }

    /**
     * The text of the file.
     *
     * @param pseudonymise whether users, domains and hosts are numbered instead of named, and addresses left out
     */
    public static String of(LiveFleet fleet, boolean pseudonymise) {
        return new FleetFile(fleet, pseudonymise ? new Pseudonyms() : Names.TRUE).text();
    }

    private String text() {
        List<JsonNode> agents = fleet.agents().stream()
                .sorted(Comparator.comparing((JsonNode agent) -> hostname(agent))
                        .thenComparing(agent -> text(agent, "id")))
                .toList();
        nameHosts(agents);
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("farms", byId(fleet.farms(), this::farm));
        file.put("resources", byId(fleet.resources(), FleetFile::told));
        Map<String, Object> hostsById = new LinkedHashMap<>();
        agents.forEach(agent -> hostsById.put(host(text(agent, "id")), agent(agent)));
        file.put("agents", hostsById);
        file.put(
                "sessions",
                agents.stream().flatMap(agent -> sessions(agent).stream()).toList());
        file.put("leases", fleet.leases().stream().map(this::lease).toList());
        file.values().removeIf(FleetFile::isEmpty);
        return "# The fleet at " + fleet.at() + ".\n" + yaml(file);
    }

    private static boolean isEmpty(Object part) {
        return part instanceof Map<?, ?> map ? map.isEmpty() : ((List<?>) part).isEmpty();
    }

    private static String yaml(Map<String, Object> file) {
        DumpSettings settings = DumpSettings.builder()
                .setSchema(new CoreSchema())
                .setDefaultFlowStyle(FlowStyle.AUTO)
                .setWidth(WIDTH)
                .build();
        return new Dump(settings).dumpToString(file);
    }

    private void nameHosts(List<JsonNode> agents) {
        Map<String, Integer> counts = new HashMap<>();
        agents.forEach(agent -> counts.merge(hostname(agent), 1, Integer::sum));
        agents.forEach(agent -> {
            boolean unique = counts.getOrDefault(hostname(agent), 0) == 1;
            String id = text(agent, "id");
            hosts.put(id, names.host(unique ? hostname(agent) : id));
        });
    }

    private static String hostname(JsonNode agent) {
        return text(agent, "hostname").toLowerCase(Locale.ROOT);
    }

    private String host(String agentId) {
        return hosts.getOrDefault(agentId, names.host(agentId));
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }

    private interface Part {
        Map<String, Object> of(JsonNode answer);
    }

    private static Map<String, Object> byId(List<JsonNode> answers, Part part) {
        Map<String, Object> all = new LinkedHashMap<>();
        answers.stream()
                .sorted(Comparator.comparing(answer -> text(answer, "id")))
                .forEach(answer -> all.put(text(answer, "id"), part.of(answer)));
        return all;
    }

    /** The fields that say something. */
    private static Map<String, Object> told(JsonNode answer) {
        Map<String, Object> told = new LinkedHashMap<>();
        answer.properties().forEach(field -> {
            JsonNode value = field.getValue();
            boolean empty = value.isNull() || (value.isContainerNode() && value.isEmpty());
            boolean blank = value.isTextual() && value.textValue().isEmpty();
            boolean usual = value.isValueNode() && value.asText().equals(DEFAULTS.get(field.getKey()));
            if (!empty && !blank && !usual && !UNSEEN.contains(field.getKey())) {
                told.put(field.getKey(), MAPPER.convertValue(value, Object.class));
            }
        });
        return told;
    }

    private Map<String, Object> farm(JsonNode answer) {
        Map<String, Object> farm = told(answer);
        List<String> members = new ArrayList<>();
        answer.path("agent_ids").forEach(id -> members.add(host(id.asText())));
        farm.computeIfPresent("agent_ids", (key, ids) -> members);
        return farm;
    }

    private Map<String, Object> agent(JsonNode answer) {
        Map<String, Object> told = told(answer);
        Map<String, Object> agent = new LinkedHashMap<>();
        String id = text(answer, "id");
        if (names.tellsAddresses()) {
            if (!host(id).equals(text(answer, "hostname"))) {
                agent.put("hostname", text(answer, "hostname"));
            }
            if (!text(answer, "address").equals(text(answer, "hostname"))) {
                agent.put("address", text(answer, "address"));
            }
        }
        told.computeIfPresent(REMOTE_APPS, (key, apps) -> remoteApps(answer));
        AGENT_FIELDS.stream().filter(told::containsKey).forEach(field -> agent.put(field, told.get(field)));
        if (!answer.path("online").asBoolean()) {
            agent.put(LAST_SEEN, answer.has(LAST_SEEN) ? secondsSince(answer, LAST_SEEN) : null);
        }
        if (answer.hasNonNull(UPTIME) && answer.hasNonNull(LAST_SEEN)) {
            agent.put(
                    UPTIME,
                    answer.path(UPTIME).longValue() + since(answer, LAST_SEEN).toSeconds());
        }
        return agent;
    }

    private List<Map<String, Object>> remoteApps(JsonNode agent) {
        List<Map<String, Object>> rows = new ArrayList<>();
        agent.path(REMOTE_APPS).forEach(app -> {
            Map<String, Object> row = MAPPER.convertValue(app, new TypeReference<>() {});
            row.computeIfPresent("error", (key, error) -> names.words(error.toString()));
            rows.add(row);
        });
        return rows;
    }

    private List<Map<String, Object>> sessions(JsonNode agent) {
        List<Map<String, Object>> rows = new ArrayList<>();
        agent.path("sessions").forEach(session -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("agent", host(text(agent, "id")));
            row.put("user", names.user(text(session, "user")));
            String domain = names.domain(text(session, "domain"));
            if (!domain.isEmpty()) {
                row.put("domain", domain);
            }
            row.put("state", text(session, "state"));
            row.put("id", session.path("id").longValue());
            if (session.has("logon_at")) {
                row.put("started", secondsSince(session, "logon_at"));
            }
            rows.add(row);
        });
        return rows;
    }

    private Map<String, Object> lease(JsonNode answer) {
        Map<String, Object> lease = new LinkedHashMap<>();
        String domain = names.domain(text(answer, "domain"));
        String user = names.user(text(answer, "user"));
        lease.put("agent", host(text(answer, "agent_id")));
        lease.put("username", domain.isEmpty() ? user : domain + "\\" + user);
        lease.put("farm", text(answer, "farm_id"));
        lease.put("resource", text(answer, "resource_id"));
        lease.put("expires_in", seconds(Duration.between(fleet.at(), Instant.parse(text(answer, "expires_at")))));
        lease.values().removeIf(""::equals);
        return lease;
    }

    /** Whole seconds where they are whole. */
    private Number secondsSince(JsonNode answer, String field) {
        return seconds(since(answer, field));
    }

    private Duration since(JsonNode answer, String field) {
        return Duration.between(Instant.parse(text(answer, field)), fleet.at());
    }

    private static Number seconds(Duration since) {
        long millis = since.toMillis();
        if (millis % MILLIS == 0) {
            return millis / MILLIS;
        }
        return (double) millis / MILLIS;
    }
}
