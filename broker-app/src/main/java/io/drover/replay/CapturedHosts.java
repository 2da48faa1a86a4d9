package io.drover.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.Verdict;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.LeaseView;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The hosts of a captured decision, with what its user and others had there. */
final class CapturedHosts {

    /** The lease's length in scenarios that do not set it, and how long a placement counts there. */
    private static final double LEASE = 900;

    private static final double PENDING = 60;

    /** How long a host is fresh in a scenario that has one, in seconds. How long it was is not recorded. */
    static final int SLOW_START = 600;

    private static final int LONG_AGO = 86_400;
    private static final Set<String> ACTIVE = Set.of("active", "connected");
    private static final String DISCONNECTED = "disconnected";

    private final Question question;
    private final double now;
    private final String farmId;
    private final Pseudonyms names;
    private final ArrayNode sessions = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode leases = JsonNodeFactory.instance.arrayNode();
    private int others;

    CapturedHosts(Question question, Instant at, String farmId, Pseudonyms names) {
        now = at.toEpochMilli() / 1000.0;
        this.question = question;
        this.farmId = farmId;
        this.names = names;
    }

    void write(List<Verdict> hosts, ObjectNode given) {
        ObjectNode agents = given.putObject("agents");
        for (Verdict verdict : hosts) {
            AgentView agent = verdict.agent();
            agent(verdict, agents.putObject(names.host(agent.id())));
            othersOn(agent);
        }
        question.sessions().forEach(this::session);
        question.leases().forEach(this::lease);
        if (!sessions.isEmpty()) {
            given.set("sessions", sessions);
        }
        if (!leases.isEmpty()) {
            given.set("leases", leases);
        }
    }

    private void agent(Verdict verdict, ObjectNode into) {
        AgentView agent = verdict.agent();
        if (!agent.online()) {
            into.put("last_seen", LONG_AGO);
        }
        if (!agent.mode().equals("online")) {
            into.put("mode", agent.mode());
        }
        if (agent.quarantined()) {
            into.put("quarantined", true);
        }
        number(into, "health_score", agent.healthScore());
        number(into, "cpu_percent", agent.cpuPercent());
        number(into, "memory_used_percent", agent.memoryUsedPercent());
        into.put("active_sessions", (int) Math.max(0, agent.activeSessions() - own(agent, ACTIVE)));
        into.put("disconnected_sessions", (int)
                Math.max(0, agent.disconnectedSessions() - own(agent, Set.of(DISCONNECTED))));
        number(into, "max_sessions", agent.maxSessions());
        number(into, "max_concurrent_logons", agent.maxConcurrentLogons());
        if (!agent.zone().isEmpty()) {
            into.put("zone", names.of("zone", agent.zone()));
        }
        if (agent.weight() != 100) {
            into.put("weight", agent.weight());
        }
        if (!agent.rdpListenerOk()) {
            into.put("rdp_listener_ok", false);
        }
        if (!agent.probeState().equals("unknown")) {
            into.put("probe_state", agent.probeState());
        }
        if (isFresh(verdict)) {
            into.put("uptime_seconds", 0);
        }
        labels(agent, into);
    }

    /** Whether it is to be seen that a host has just booted; of one that is offline it is not reported. */
    static boolean isFresh(Verdict verdict) {
        return verdict.agent().fresh() && verdict.agent().online();
    }

    private void labels(AgentView agent, ObjectNode into) {
        if (!agent.tags().isEmpty()) {
            ObjectNode tags = into.putObject("tags");
            agent.tags().forEach((key, value) -> tags.put(key, names.of("tag", value)));
        }
        if (!agent.farmIds().isEmpty()) {
            ArrayNode farms = into.putArray("farm_ids");
            agent.farmIds().forEach(farm -> farms.add(names.of("farm", farm)));
        }
        if (!agent.remoteApps().isEmpty()) {
            ArrayNode apps = into.putArray("remote_apps");
            agent.remoteApps()
                    .forEach(app -> apps.addObject()
                            .put("resource_id", names.of("resource", app.resourceId()))
                            .put("alias", names.of("app", app.alias()))
                            .put("published", app.ready())
                            .put("path_exists", app.ready())
                            .put("in_sync", app.ready()));
        }
    }

    private static void number(ObjectNode into, String field, @Nullable Number number) {
        if (number instanceof Integer whole) {
            into.put(field, whole);
        } else if (number != null) {
            into.put(field, number.doubleValue());
        }
    }

    private long own(AgentView agent, Set<String> states) {
        return question.sessions().stream()
                .filter(session -> session.agentId().equals(agent.id()) && states.contains(session.state()))
                .count();
    }

    /** Other people who are on the way there, or whose sessions are in no ordinary state. */
    private void othersOn(AgentView agent) {
        long mine = question.leases().stream()
                .filter(lease -> lease.agentId().equals(agent.id()) && lease.underWay())
                .map(LeaseView::domain)
                .limit(1)
                .count();
        for (long i = mine; i < agent.underWay(); i++) {
            ObjectNode lease = leases.addObject();
            lease.put("agent", names.host(agent.id()));
            lease.put("username", "somebody-" + ++others);
            if (!farmId.isEmpty()) {
                lease.put("farm", names.of("farm", farmId));
            }
            lease.put("expires_in", LEASE);
        }
        long unusual = question.sessions().stream()
                .filter(session -> session.agentId().equals(agent.id()))
                .filter(session ->
                        !ACTIVE.contains(session.state()) && !session.state().equals(DISCONNECTED))
                .count();
        for (long i = unusual; i < agent.otherSessions(); i++) {
            sessions.addObject()
                    .put("agent", names.host(agent.id()))
                    .put("user", "somebody-" + ++others)
                    .put("state", "Other");
        }
    }

    private void session(UserSession session) {
        ObjectNode into = sessions.addObject();
        into.put("agent", names.host(session.agentId()));
        into.put("user", names.user(question.user().user()));
        if (!session.domain().isEmpty()) {
            into.put("domain", names.domain(session.domain()));
        }
        into.put("state", session.state());
        if (session.logonAt() > 0) {
            into.put("started", Math.max(0, Math.round(now - session.logonAt())));
        }
    }

    private void lease(LeaseView lease) {
        ObjectNode into = leases.addObject();
        into.put("agent", names.host(lease.agentId()));
        String user = names.user(question.user().user());
        into.put("username", lease.domain().isEmpty() ? user : names.domain(lease.domain()) + "\\" + user);
        if (!lease.farmId().isEmpty()) {
            into.put("farm", names.of("farm", lease.farmId()));
        }
        if (!lease.resourceId().isEmpty()) {
            into.put("resource", names.of("resource", lease.resourceId()));
        }
        into.put("expires_in", expiresIn(lease));
    }

    /** What it was, but for the bounds by which a lease of the usual length is one on the way, or over. */
    private double expiresIn(LeaseView lease) {
        double left = Math.round((lease.expiresAt() - now) * 1000) / 1000.0;
        if (lease.expired()) {
            return Math.min(left, -1);
        }
        return lease.underWay()
                ? Math.max(LEASE - PENDING + 1, Math.min(left, LEASE))
                : Math.max(1, Math.min(left, LEASE - PENDING - 1));
    }
}
