package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A broker's farms, resources and agents as a fleet file: applied to the same broker, it changes nothing. */
public final class FleetExport {

    private static final int USUAL_PORT = 3389;
    private static final List<String> CONTROLLED = List.of(
            "mode",
            "reason",
            "owner",
            "until",
            "tags",
            "farm_ids",
            "policy",
            "address",
            "port",
            "weight",
            "max_sessions",
            "max_concurrent_logons",
            "restart_when_drained",
            "online_after_restart");

    private FleetExport() {}

    /**
     * Reads everything; one request an agent.
     *
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public static ObjectNode of(BrokerClient broker) throws InterruptedException {
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.set(Kind.FARM.section(), owned(Kind.FARM, broker));
        file.set(Kind.RESOURCE.section(), owned(Kind.RESOURCE, broker));
        file.set(Kind.AGENT.section(), agents(broker));
        JsonNode policy = broker.get(FleetPlan.AGENT_POLICY_PATH).path("policy");
        if (policy.isObject()) {
            file.set(FleetFile.AGENT_POLICY, policy);
        }
        return file;
    }

    private static ObjectNode owned(Kind kind, BrokerClient broker) throws InterruptedException {
        Map<String, JsonNode> sorted = new TreeMap<>();
        for (JsonNode item : broker.list(kind.path())) {
            ObjectNode fields = ((ObjectNode) item).deepCopy();
            fields.remove(List.of("id", "control_version"));
            sorted.put(item.path("id").asText(), without(fields));
        }
        return map(sorted);
    }

    private static ObjectNode agents(BrokerClient broker) throws InterruptedException {
        List<JsonNode> all = broker.list(Kind.AGENT.path());
        Set<String> names = new HashSet<>();
        Set<String> shared = new HashSet<>();
        for (JsonNode agent : all) {
            String hostname = agent.path("hostname").asText();
            if (!names.add(hostname)) {
                shared.add(hostname);
            }
        }
        Map<String, JsonNode> sorted = new TreeMap<>();
        for (JsonNode item : all) {
            String id = item.path("id").asText();
            String hostname = item.path("hostname").asText();
            sorted.put(shared.contains(hostname) ? id : hostname, controlled(broker.get(Kind.AGENT.path(id))));
        }
        return map(sorted);
    }

    private static ObjectNode controlled(JsonNode agent) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        for (String field : CONTROLLED) {
            boolean usual = (field.equals("address") && agent.path(field).equals(agent.path("hostname")))
                    || (field.equals("port") && agent.path(field).asInt() == USUAL_PORT);
            if (agent.has(field) && !usual) {
                fields.set(field, agent.get(field));
            }
        }
        return without(fields);
    }

    /** The fields that have a value. */
    private static ObjectNode without(ObjectNode fields) {
        ObjectNode set = JsonNodeFactory.instance.objectNode();
        fields.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                set.set(field.getKey(), field.getValue());
            }
        });
        return set;
    }

    private static ObjectNode map(Map<String, JsonNode> entries) {
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        entries.forEach(map::set);
        return map;
    }
}
