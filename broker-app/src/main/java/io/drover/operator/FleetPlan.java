package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.control.TimeText;
import io.drover.operator.PlannedChange.Action;
import io.drover.operator.PlannedChange.Request;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is to be done so that a broker is as a fleet file says: farms, then resources, then agents, then the policy of
 * agents that none nearer reaches; what is to go, the other way round. Made by one thread.
 */
public final class FleetPlan {

    static final String AGENT_POLICY_PATH = "/api/v1/agent-policy";

    private static final String VERSION = "control_version";
    private static final String MODE = "mode";
    private static final String UNTIL = "until";
    private static final List<String> WITH_MODE =
            List.of("reason", "owner", UNTIL, "restart_when_drained", "online_after_restart");

    private final BrokerClient broker;
    private final boolean force;
    private final List<PlannedChange> changes = new ArrayList<>();
    private final List<PlannedChange> deletions = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private FleetPlan(BrokerClient broker, boolean force) {
        this.broker = broker;
        this.force = force;
    }

    /**
     * Compares.
     *
     * @param prune also delete farms and resources that the file does not name
     * @param force also drain a farm's last eligible host, or delete a farm that resources point to
     * @throws FleetFileException when the file names an agent that there is not, or two of that name
     * @throws RefusedException when the broker refuses
     * @throws UnreachableException when no broker answers
     */
    public static List<PlannedChange> of(FleetFile file, BrokerClient broker, boolean prune, boolean force)
            throws FleetFileException, InterruptedException {
        FleetPlan plan = new FleetPlan(broker, force);
        plan.owned(Kind.FARM, file, prune);
        plan.owned(Kind.RESOURCE, file, prune);
        plan.agents(file.wanted().getOrDefault(Kind.AGENT, Map.of()));
        if (file.agentPolicy().isPresent()) {
            plan.agentPolicy(file.agentPolicy().get());
        }
        if (!plan.problems.isEmpty()) {
            throw new FleetFileException(plan.problems);
        }
        Collections.reverse(plan.deletions);
        plan.changes.addAll(plan.deletions);
        return List.copyOf(plan.changes);
    }

    /** Farms and resources: they are there because an operator said so. */
    private void owned(Kind kind, FleetFile file, boolean prune) throws InterruptedException {
        Map<String, JsonNode> live = new TreeMap<>();
        broker.list(kind.path()).forEach(item -> live.put(item.path("id").asText(), item));
        Map<String, ObjectNode> wanted = file.wanted().getOrDefault(kind, Map.of());
        wanted.forEach((id, fields) -> {
            JsonNode current = live.get(id);
            if (current == null) {
                create(kind, id, fields);
            } else {
                change(kind, id, current, fields);
            }
        });
        if (prune) {
            live.forEach((id, current) -> {
                if (!wanted.containsKey(id)) {
                    delete(kind, id, current);
                }
            });
        }
    }

    private void create(Kind kind, String id, ObjectNode fields) {
        ObjectNode body = fields.deepCopy().put("id", id);
        changes.add(new PlannedChange(
                Action.CREATE,
                kind.word(),
                id,
                differences(MissingNode.getInstance(), fields),
                new Request("POST", kind.path(), body, null)));
    }

    private void change(Kind kind, String id, JsonNode current, ObjectNode fields) {
        List<FieldChange> differences = differences(current, fields);
        if (!differences.isEmpty()) {
            ObjectNode body = ((ObjectNode) current).deepCopy();
            body.remove(VERSION);
            body.setAll(fields);
            changes.add(new PlannedChange(
                    Action.CHANGE,
                    kind.word(),
                    id,
                    differences,
                    new Request("PUT", kind.path(id), body, version(current))));
        }
    }

    private void delete(Kind kind, String id, JsonNode current) {
        String path = kind.path(id) + (force && kind == Kind.FARM ? "?force=true" : "");
        deletions.add(new PlannedChange(
                Action.DELETE, kind.word(), id, List.of(), new Request("DELETE", path, null, version(current))));
    }

    /** Agents: they are there because they enrolled; the file says how they are controlled. */
    private void agents(Map<String, ObjectNode> wanted) throws InterruptedException {
        if (wanted.isEmpty()) {
            return;
        }
        AgentNames names = AgentNames.of(broker);
        for (Map.Entry<String, ObjectNode> entry : wanted.entrySet()) {
            List<String> found = names.idsOf(entry.getKey());
            if (found.size() == 1) {
                control(entry.getKey(), broker.get(Kind.AGENT.path(found.get(0))), entry.getValue());
            } else {
                problems.add("agents.%s: %s"
                        .formatted(
                                entry.getKey(),
                                found.isEmpty()
                                        ? "no such agent has enrolled"
                                        : "%d agents have this name, use an id: %s"
                                                .formatted(found.size(), String.join(", ", found))));
            }
        }
    }

    private void control(String name, JsonNode current, ObjectNode fields) {
        List<FieldChange> differences = differences(current, fields);
        if (differences.isEmpty()) {
            return;
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        differences.forEach(difference -> body.set(difference.field(), difference.after()));
        if (body.has(MODE)) {
            // A host whose mode changes forgets these, unless it is told them anew.
            WITH_MODE.stream().filter(fields::has).forEach(field -> body.set(field, fields.get(field)));
        }
        if (force) {
            body.put("force", true);
        }
        String path = Kind.AGENT.path(current.path("id").asText()) + "/control";
        changes.add(new PlannedChange(
                Action.CHANGE,
                Kind.AGENT.word(),
                name,
                differences,
                new Request("PATCH", path, body, version(current))));
    }

    /** The policy that reaches agents which no nearer one reaches; the broker keeps no version of it to guard. */
    private void agentPolicy(JsonNode wanted) throws InterruptedException {
        JsonNode current = broker.get(AGENT_POLICY_PATH).path("policy");
        boolean none = wanted.isNull();
        if (none ? !current.isObject() : wanted.equals(current)) {
            return;
        }
        Action action = none ? Action.DELETE : current.isObject() ? Action.CHANGE : Action.CREATE;
        changes.add(new PlannedChange(
                action,
                "agent policy",
                "of everybody",
                List.of(new FieldChange("policy", current, wanted)),
                new Request(none ? "DELETE" : "PUT", AGENT_POLICY_PATH, none ? null : (ObjectNode) wanted, null)));
    }

    private static List<FieldChange> differences(JsonNode current, ObjectNode wanted) {
        List<FieldChange> differences = new ArrayList<>();
        wanted.properties().forEach(field -> {
            JsonNode before = current.path(field.getKey());
            boolean bothNone = field.getValue().isNull() && (before.isMissingNode() || before.isNull());
            boolean same = field.getValue().equals(before)
                    || (field.getKey().equals(UNTIL) && areOneMoment(before, field.getValue()));
            if (!bothNone && !same) {
                differences.add(new FieldChange(field.getKey(), before, field.getValue()));
            }
        });
        return differences;
    }

    /** Whether two times are one to the broker, however they are written. */
    private static boolean areOneMoment(JsonNode one, JsonNode other) {
        Optional<Instant> moment = moment(one);
        return moment.isPresent() && moment.equals(moment(other));
    }

    private static Optional<Instant> moment(JsonNode time) {
        return TimeText.moment(time.asText()).map(moment -> moment.truncatedTo(ChronoUnit.MICROS));
    }

    private static Long version(JsonNode current) {
        return current.path(VERSION).longValue();
    }
}
