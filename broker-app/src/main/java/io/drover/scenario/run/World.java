package io.drover.scenario.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.connection.Connection;
import io.drover.connection.PlacedUser;
import io.drover.control.Violation;
import io.drover.fleet.Agent;
import io.drover.fleet.FleetSnapshot;
import io.drover.fleet.FleetView;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.HeartbeatOrder;
import io.drover.fleet.HeartbeatParser;
import io.drover.fleet.HeartbeatReport;
import io.drover.fleet.ProbeState;
import io.drover.fleet.Probed;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.LeaseKey;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.MemoryLeaseStore;
import io.drover.policy.PlacementSettings;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.fact.ScrapeView;
import io.drover.scenario.AgentCondition;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Control;
import io.drover.scenario.Field;
import io.drover.scenario.Given;
import io.drover.scenario.GivenLease;
import io.drover.scenario.Heard;
import io.drover.scenario.Report;
import io.drover.scenario.Scraped;
import io.drover.scenario.SessionRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fleet of one scenario, fed through the same heartbeat parser and fleet view as the service. */
final class World {

    private final VirtualClock clock;
    private final PlacementSettings settings;
    private final FleetView fleet;
    private final MemoryLeaseStore leases;
    private final List<Lease> givenLeases = new ArrayList<>();
    private final ReportedConnections connections = new ReportedConnections();
    private final Map<String, SimulatedAgent> agents = new TreeMap<>();
    private final LaidFarms farms = new LaidFarms();

    World(VirtualClock clock, PlacementSettings settings, Domains domains) {
        this.clock = clock;
        this.settings = settings;
        fleet = new FleetView(settings, domains, clock);
        fleet.reload(FleetSnapshot.EMPTY, fleet.known());
        leases = new MemoryLeaseStore(clock, this::version);
    }

    FleetView fleet() {
        return fleet;
    }

    MemoryLeaseStore leases() {
        return leases;
    }

    @Nullable
    Agent agent(String id) {
        SimulatedAgent agent = agents.get(id);
        return agent == null ? null : agent.agent();
    }

    Set<String> agentIds() {
        return Set.copyOf(agents.keySet());
    }

    /** Whether an agent of the fleet is meant. */
    boolean fits(AgentCondition condition, String agentId) {
        Agent agent = agent(agentId);
        return agent != null
                && (!condition.agents().isPresent()
                        || condition.agents().orElse(Set.of()).contains(agentId))
                && (!condition.mode().isPresent()
                        || agent.mode() == condition.mode().orNull())
                && (!condition.quarantined().isPresent()
                        || condition.quarantined().orElse(false) == agent.quarantined())
                && (!condition.zone().isPresent() || condition.zone().orElse("").equals(agent.zone()))
                && agent.tags()
                        .entrySet()
                        .containsAll(condition.tags().orElse(Map.of()).entrySet());
    }

    String strategy(String farmId) {
        return farms.strategy(farmId);
    }

    private long version(Check check) {
        return switch (check.subject()) {
            case AGENT ->
                agents.containsKey(check.id()) ? agents.get(check.id()).agent().controlVersion() : 0;
            case FARM -> farms.farmVersion(check.id());
            case RESOURCE -> farms.resourceVersion(check.id());
        };
    }

    /** Time goes on, and stops wherever a drain or a maintenance ends by itself. */
    void moveTo(Instant later) {
        Optional<Instant> end = nextEnd(later);
        while (end.isPresent()) {
            pass(end.get());
            end = nextEnd(later);
        }
        pass(later);
    }

    private Optional<Instant> nextEnd(Instant before) {
        return agents.values().stream()
                .flatMap(agent -> Stream.ofNullable(agent.host().end()))
                .filter(end -> end.isAfter(clock.instant()) && end.isBefore(before))
                .min(Comparator.naturalOrder());
    }

    /** Every agent that reports has just reported. */
    private void pass(Instant later) {
        clock.moveTo(later);
        beginRestarts();
        agents.values().stream().filter(SimulatedAgent::isReporting).forEach(agent -> report(agent, clock.instant()));
        settle();
    }

    /** What the service does every few seconds: restarts of drained hosts, and the ends of drains. */
    private void settle() {
        beginRestarts();
        for (SimulatedAgent agent : agents.values()) {
            Agent before = agent.agent();
            agent.endWhenDue(clock.instant());
            if (!agent.agent().equals(before)) {
                fleet.put(agent.agent());
            }
        }
    }

    private void beginRestarts() {
        boolean wanted =
                agents.values().stream().anyMatch(agent -> agent.agent().restartWhenDrained());
        Set<String> drained = wanted ? fleet.drained() : Set.of();
        agents.values().forEach(agent -> agent.restartWhen(drained.contains(agent.id())));
    }

    void apply(Given given) {
        given.farms().forEach((id, says) -> fleet.put(farms.lay(id, says)));
        given.resources().forEach((id, says) -> fleet.put(farms.lay(id, says)));
        given.agents().forEach(this::lay);
        if (given.sessions() instanceof Field.Known<List<SessionRow>> known) {
            agents.values()
                    .forEach(agent ->
                            agent.sessions(new LaidSessions(rowsOf(agent.id(), known.value()), clock.instant())));
            agents.values().forEach(this::sayAgain);
        }
        if (given.leases() instanceof Field.Known<List<GivenLease>> known) {
            leases.release(givenLeases).thenAccept(gone -> gone.forEach(fleet::remove));
            givenLeases.clear();
            known.value().forEach(this::lay);
        }
        if (given.onlyAgents() instanceof Field.Known<List<String>> only) {
            List.copyOf(agents.keySet()).stream()
                    .filter(id -> !only.value().contains(id))
                    .forEach(this::delete);
        }
    }

    private static List<SessionRow> rowsOf(String agentId, List<SessionRow> rows) {
        return rows.stream().filter(row -> row.agent().equals(agentId)).toList();
    }

    private void lay(String id, AgentOverlay later) {
        SimulatedAgent agent = agents.get(id);
        if (agent == null) {
            agent = new SimulatedAgent(id, later);
            agents.put(id, agent);
        } else {
            agent.lay(later);
        }
        if (agent.says().scraped().isPresent() && agent.says().healthScore().isPresent()) {
            throw new IllegalArgumentException(
                    "health_score of %s does not go with the scrape that was given before".formatted(id));
        }
        agent.bootedAt(agent.bootedAt(later.uptimeSeconds(), clock.instant()));
        fleet.put(agent.agent());
        ProbeState probed = later.probeState().orNull();
        if (probed != null) {
            fleet.put(Probed.of(agent.agent(), probed, clock.instant()));
        }
        if (later.lastSeen().isPresent()) {
            agent.stopReporting();
            lastSeen(agent, later.lastSeen().orNull());
        } else {
            sayAgain(agent);
        }
    }

    private void lastSeen(SimulatedAgent agent, @Nullable Double ago) {
        Heartbeat last = agent.last();
        Instant at = ago == null ? null : clock.instant().minusMillis(Math.round(ago * 1000));
        if (last != null && (at == null || at.isBefore(last.receivedAt()))) {
            throw new IllegalArgumentException(
                    "last_seen of %s lies before what it reported; use silent".formatted(agent.id()));
        }
        if (at != null) {
            report(agent, at);
        }
    }

    /** Says what is new: now by an agent that reports, at its last time by one that does not. */
    private void sayAgain(SimulatedAgent agent) {
        Heartbeat last = agent.last();
        if (agent.isReporting()) {
            report(agent, clock.instant());
        } else if (last != null) {
            Heartbeat restated = reported(agent, last.receivedAt()).heartbeat();
            agent.restated(restated);
            put(restated);
        }
    }

    private void report(SimulatedAgent agent, Instant at) {
        accept(agent, reported(agent, at));
    }

    /** What it says, as of the boot that it spoke of last and without a number. */
    private HeartbeatReport reported(SimulatedAgent agent, Instant at) {
        Heartbeat last = agent.last();
        ObjectNode json =
                ReportedHeartbeat.heartbeat(agent.id(), agent.host().identity(), agent.says(), agent.sessions());
        ReportedHeartbeat.withUptime(json, agent.bootedAt(), at);
        json.put("boot_id", last == null ? null : last.bootId());
        HeartbeatReport report = parsed(agent.id(), json, at);
        Scraped scraped = agent.says().scraped().orNull();
        if (scraped != null) {
            ScrapeView scrape = ScrapedHost.view(agent.agent().hostname(), scraped, report.heartbeat());
            json.withObject("health").put("score", score(scrape));
            report = parsed(agent.id(), json, at);
        }
        return report;
    }

    /** As in the service, a rule that fails costs the host its score. */
    private @Nullable Integer score(ScrapeView scrape) {
        try {
            return fleet.health(scrape).score();
        } catch (PolicyFailedException failed) {
            return null;
        }
    }

    private static HeartbeatReport parsed(String agentId, ObjectNode json, Instant at) {
        HeartbeatParser.Parsed parsed = HeartbeatParser.parse(agentId, json, at);
        if (parsed instanceof HeartbeatParser.Read read) {
            return read.report();
        }
        throw new IllegalStateException("heartbeat of " + agentId + " is refused: " + parsed);
    }

    private void accept(SimulatedAgent agent, HeartbeatReport report) {
        Agent before = agent.agent();
        agent.heard(report);
        if (!agent.agent().equals(before)) {
            fleet.put(agent.agent());
        }
        put(report.heartbeat());
    }

    private void put(Heartbeat heartbeat) {
        leases.release(fleet.put(heartbeat)).thenAccept(released -> released.forEach(fleet::remove));
    }

    private void lay(GivenLease given) {
        UserName user = UserName.parse(given.username());
        Instant expires = clock.instant().plusMillis(Math.round(given.expiresIn() * 1000));
        Instant granted = expires.minus(settings.leaseTtl());
        LeaseKey key = new LeaseKey(user.user(), user.domain(), given.farm(), given.resource());
        Instant latest = granted.isAfter(clock.instant()) ? clock.instant() : granted;
        Lease lease = leases.put(key, given.agent(), latest, expires);
        givenLeases.add(lease);
        fleet.put(lease);
    }

    void silence(String agentId) {
        of(agentId).stopReporting();
    }

    /** A heartbeat arrives; one that is not the newest changes nothing. */
    void hear(Heard heard) {
        SimulatedAgent agent = of(heard.agent());
        if (agent.says().scraped().isPresent()) {
            throw new IllegalArgumentException("%s is scraped and sends no heartbeat".formatted(agent.id()));
        }
        agent.stopReporting();
        Instant now = clock.instant();
        LaidSessions sessions = heard.sessions() instanceof Field.Known<List<SessionRow>> listed
                ? new LaidSessions(listed.value(), now)
                : agent.sessions();
        Instant booted = agent.bootedAt(heard.says().uptimeSeconds(), now);
        ObjectNode json = ReportedHeartbeat.heartbeat(
                agent.id(),
                agent.host().identity(heard.says()),
                SimulatedAgent.reportedBy(heard.says()).over(agent.says()),
                sessions);
        ReportedHeartbeat.numbered(ReportedHeartbeat.withUptime(json, booted, now), heard, now);
        HeartbeatReport report = parsed(agent.id(), json, now);
        if (HeartbeatOrder.judge(agent.history(), report.heartbeat()) == HeartbeatOrder.Verdict.ACCEPT) {
            agent.report(heard.says());
            agent.bootedAt(booted);
            agent.sessions(sessions);
            accept(agent, report);
        } else {
            agent.refused(report.heartbeat());
        }
        settle();
    }

    /**
     * An operator changes or deletes an agent.
     *
     * @return why that is refused; empty when it is done
     */
    List<Violation> control(Control control) {
        List<Violation> refused = List.of();
        if (control instanceof Control.Patch patch) {
            SimulatedAgent agent = of(patch.agent());
            refused = agent.control(patch, clock.instant());
            fleet.put(agent.agent());
        } else {
            delete(control.agent());
        }
        settle();
        return refused;
    }

    private void delete(String agentId) {
        agents.remove(agentId);
        leases.deleteOfAgent(agentId);
        fleet.removeAgent(agentId);
    }

    /** A gateway's report is written, and shown to the fleet. */
    void report(PlacedUser placed, Report.Event event) {
        Connection connection = connections.report(placed, event, clock.instant());
        leases.release(fleet.put(connection)).thenAccept(released -> released.forEach(fleet::remove));
    }

    /** What an agent would be told to do now. */
    List<String> commands(String agentId) {
        return fleet.drained().contains(agentId) ? List.of("restart_server") : List.of();
    }

    private SimulatedAgent of(String agentId) {
        SimulatedAgent agent = agents.get(agentId);
        if (agent == null) {
            throw new IllegalArgumentException("there is no agent " + agentId);
        }
        return agent;
    }
}
