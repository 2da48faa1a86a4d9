package io.drover.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.decision.AskedRequest;
import io.drover.decision.DecisionRecord;
import io.drover.decision.RecordedFleet;
import io.drover.decision.RecordedSettings;
import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The suite file of one decision, as JSON. Not safe for use by several threads. */
final class CapturedSuite {

    private static final int MINUTES_OF_DAY = 1_440;
    private static final int MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

    private final AskedRequest request;
    private final Question question;
    private final Decision decision;
    private final DecisionRecord record;
    private final RecordedFleet fleet;
    private final Pseudonyms names;
    private final List<Verdict> hosts;
    private final boolean farmOnly;

    /** @param farmOnly whether hosts, farms and resources that the decision had nothing to do with are left out */
    CapturedSuite(DecisionRecord record, RecordedFleet fleet, Pseudonyms names, boolean farmOnly) {
        this.record = record;
        this.fleet = fleet;
        this.names = names;
        this.farmOnly = farmOnly;
        request = record.request();
        question = Objects.requireNonNull(record.question());
        decision = Objects.requireNonNull(record.decision());
        Set<String> meant = new HashSet<>();
        question.sessions().forEach(session -> meant.add(session.agentId()));
        question.leases().forEach(lease -> meant.add(lease.agentId()));
        hosts = fleet.verdicts().stream()
                .filter(verdict -> !farmOnly
                        || verdict.farmIds().contains(decision.farmId())
                        || meant.contains(verdict.agent().id()))
                .toList();
        names.nameHosts(hosts.stream().map(verdict -> verdict.agent().id()).toList());
    }

    ObjectNode json() {
        ObjectNode suite = JsonNodeFactory.instance.objectNode();
        suite.put("suite", "Captured decision " + record.id());
        suite.put("clock", clock().toString());
        settings(suite.putObject("settings"));
        ObjectNode scenario = suite.putArray("scenarios").addObject();
        scenario.put("name", "As it was decided by revision " + decision.revision());
        ObjectNode given = scenario.putObject("given");
        ObjectNode farms = given.putObject("farms");
        fleet.farms().stream()
                .filter(farm -> !farmOnly
                        || farm.id().equals(decision.farmId())
                        || farm.id().equals(request.farmId()))
                .forEach(farm -> farm(farm, farms.putObject(names.of("farm", farm.id()))));
        ObjectNode resources = given.putObject("resources");
        fleet.resources().stream()
                .filter(resource -> !farmOnly || isMeant(resource))
                .forEach(resource -> resource(resource, resources.putObject(names.of("resource", resource.id()))));
        given.properties().removeIf(entry -> entry.getValue().isEmpty());
        new CapturedHosts(question, record.at(), decision.farmId(), names).write(hosts, given);
        when(scenario.putObject("when"));
        then(scenario.putObject("then"));
        return suite;
    }

    /** When it was decided, as the broker's clock on the wall showed it. */
    Instant clock() {
        ZonedDateTime utc = record.at().atZone(ZoneOffset.UTC);
        int minute = (utc.getDayOfWeek().getValue() - 1) * MINUTES_OF_DAY + utc.get(ChronoField.MINUTE_OF_DAY);
        int ahead = Math.floorMod(question.minuteOfWeek() - minute + MINUTES_OF_WEEK / 2, MINUTES_OF_WEEK)
                - MINUTES_OF_WEEK / 2;
        return record.at().plus(Duration.ofMinutes(ahead));
    }

    private boolean isMeant(ResourceView resource) {
        return resource.id().equals(decision.resourceId())
                || resource.id().equals(request.resourceId())
                || (!resource.connectionId().isEmpty()
                        && resource.connectionId().equals(question.call().connectionId()))
                || (!resource.connectionName().isEmpty()
                        && resource.connectionName().equals(question.call().connectionName()));
    }

    private void settings(ObjectNode into) {
        RecordedSettings settings = record.settings();
        into.put("min_health_score", settings.minHealthScore());
        into.put("reconnect_existing", settings.reconnectExisting());
        into.put("reconnect_across_resources", settings.reconnectAcrossResources());
        into.put("single_session_per_user", settings.singleSessionPerUser());
        if (hosts.stream().anyMatch(CapturedHosts::isFresh)) {
            into.put("slow_start_seconds", CapturedHosts.SLOW_START);
        }
        put(into, "default_farm_id", names.of("farm", settings.defaultFarmId()));
        if (!settings.domains().isEmpty()) {
            ObjectNode domains = into.putObject("domains");
            settings.domains().forEach((netbios, dns) -> {
                ArrayNode list = domains.putArray(names.domain(netbios));
                dns.forEach(name -> list.add(names.domain(name)));
            });
        }
    }

    private void farm(FarmView farm, ObjectNode into) {
        into.put("enabled", farm.enabled());
        texts(into, "agent_ids", "host", farm.agentIds());
        if (!farm.requiredTags().isEmpty()) {
            ObjectNode tags = into.putObject("required_tags");
            farm.requiredTags().forEach((key, value) -> tags.put(key, names.of("tag", value)));
        }
        into.put("strategy", farm.strategy());
        into.put("jitter", farm.jitter());
        into.put("min_health_score", farm.minHealthScore());
    }

    private void resource(ResourceView resource, ObjectNode into) {
        into.put("kind", resource.kind());
        put(into, "farm_id", names.of("farm", resource.farmId()));
        put(into, "guacamole_connection_id", names.of("connection", resource.connectionId()));
        put(into, "guacamole_connection_name", names.of("connection", resource.connectionName()));
        put(into, "guacamole_data_source", names.of("source", resource.dataSource()));
        if (!resource.alias().isEmpty()) {
            into.put("remote_app", "||" + names.of("app", resource.alias()));
        }
        into.put("manage_remote_app", resource.managed());
        texts(into, "groups", "group", resource.groups().stream().sorted().toList());
        into.put("enabled", resource.enabled());
    }

    private void when(ObjectNode into) {
        into.put("username", names.user(question.user()));
        put(into, "resource_id", names.of("resource", question.call().resourceId()));
        put(into, "farm_id", names.of("farm", question.call().farmId()));
        put(into, "connection_id", names.of("connection", question.call().connectionId()));
        put(into, "connection_name", names.of("connection", question.call().connectionName()));
        put(into, "data_source", names.of("source", question.call().dataSource()));
        texts(
                into,
                "groups",
                "group",
                question.call().groups().stream().sorted().toList());
        put(into, "client_address", names.of("address", question.call().clientAddress()));
        texts(
                into,
                "exclude_agent_ids",
                "host",
                question.avoid().stream().sorted().toList());
    }

    private void then(ObjectNode into) {
        if (decision.outcome() instanceof Placed placed) {
            into.put("agent", names.host(placed.agentId()));
            into.put("reason", placed.reason().text());
        } else if (decision.outcome() instanceof Decision.Refused refused) {
            into.put("refused", refused.code());
        }
    }

    private void texts(ObjectNode into, String field, String kind, List<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode list = into.putArray(field);
            texts.forEach(text -> list.add(names.of(kind, text)));
        }
    }

    private static void put(ObjectNode into, String field, String text) {
        if (!text.isEmpty()) {
            into.put(field, text);
        }
    }
}
