package io.drover.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.connection.Connection;
import io.drover.fleet.Agent;
import io.drover.fleet.AgentMode;
import io.drover.fleet.Farm;
import io.drover.fleet.FleetSnapshot;
import io.drover.fleet.FleetView;
import io.drover.fleet.HeartbeatParser;
import io.drover.identity.Domains;
import io.drover.lease.Lease;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.lease.MemoryLeaseStore;
import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementRecord;
import io.drover.placement.PlacementRequest;
import io.drover.placement.PlacementService;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import io.drover.scenario.run.VirtualClock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The broker itself: its placement service, its fleet view and its engine with a folder of rules, as they serve. Only
 * the database is replaced by memory, and time by a clock that the storm moves.
 */
final class RuledBalancer implements Balancer {

    private static final String FARM = "storm";
    private static final double ALL_MEMORY = 100;
    private static final long FIRST_UNNAMED = 1_000_000;

    private final VirtualClock clock;
    private final FleetView fleet;
    private final MemoryLeaseStore leases;
    private final LivingEngine engine;
    private final PlacementService service;
    private final RandomGenerator chance;
    private final Map<String, PlacementRecord> placed = new HashMap<>();
    private long decisions;

    RuledBalancer(CompiledRules rules, Storm storm, Instant start, RandomGenerator chance) {
        this.chance = chance;
        clock = new VirtualClock(start);
        Domains domains = new Domains(storm.settings().domains());
        fleet = new FleetView(storm.settings(), domains, clock);
        fleet.reload(FleetSnapshot.EMPTY, fleet.known());
        leases = new MemoryLeaseStore(clock, check -> check.subject() == Subject.RESOURCE ? 0 : 1);
        engine = new LivingEngine(rules, domains::same, VerdictListener.NONE);
        fleet.install(engine);
        service = new PlacementService(
                storm.settings(),
                domains,
                fleet,
                leases,
                stale -> CompletableFuture.completedFuture(null),
                (lease, claimed) -> {},
                this::remember,
                new Drawn(),
                clock,
                Runnable::run);
        storm.hosts().forEach(host -> fleet.put(agent(host)));
        fleet.put(farm(storm));
    }

    private static Agent agent(StormHost host) {
        return new Agent(
                host.id(),
                host.id(),
                null,
                null,
                AgentMode.ONLINE,
                false,
                host.tags(),
                List.of(FARM),
                host.zone(),
                host.weight(),
                host.maxSessions(),
                host.maxConcurrentLogons(),
                false,
                false,
                null,
                null,
                null,
                1,
                Instant.EPOCH);
    }

    private static Farm farm(Storm storm) {
        return new Farm(FARM, FARM, "", true, List.of(), Map.of(), storm.strategy(), storm.jitter(), null, null, 1);
    }

    /** Ids that count and seeds of the storm's chance, so that every run is the same. */
    private final class Drawn implements PlacementService.Chance {
        @Override
        public String decisionId() {
            return "decision-" + ++decisions;
        }

        @Override
        public long seed() {
            return chance.nextLong();
        }
    }

    private void remember(PlacementRecord record) {
        placed.put(record.request().username(), record);
    }

    @Override
    public void heard(HostReport report) {
        moveTo(report.at());
        HeartbeatParser.Parsed parsed = HeartbeatParser.parse(report.id(), json(report), report.at());
        if (!(parsed instanceof HeartbeatParser.Read read)) {
            throw new IllegalStateException("the heartbeat of " + report.id() + " is refused: " + parsed);
        }
        release(fleet.put(read.report().heartbeat()));
    }

    @Override
    public Optional<String> place(String user, Set<String> failed, Instant now) {
        moveTo(now);
        PlacementRequest request = new PlacementRequest(
                user,
                "",
                "",
                "",
                FARM,
                List.of(),
                "",
                "",
                "",
                failed.stream().sorted().toList(),
                "");
        PlacementDecision decision =
                service.place(request).toCompletableFuture().join();
        return decision instanceof PlacementDecision.Placed host ? Optional.of(host.agentId()) : Optional.empty();
    }

    @Override
    public void failed(String user, Instant now) {
        moveTo(now);
        PlacementRecord record = placed.get(user);
        if (record != null && record.answer() instanceof PlacementDecision.Placed host) {
            Lease lease = record.lease();
            release(fleet.put(new Connection(
                    record.decisionId(),
                    "",
                    record.user().user(),
                    record.user().domain(),
                    host.agentId(),
                    lease == null ? 0 : lease.rev(),
                    Connection.State.FAILED,
                    null,
                    1,
                    now)));
        }
    }

    private void release(List<Lease> ended) {
        leases.release(ended).thenAccept(released -> released.forEach(fleet::remove));
    }

    /** What was reported before the storm began is heard as it begins. */
    private void moveTo(Instant now) {
        if (now.isAfter(clock.instant())) {
            clock.moveTo(now);
        }
    }

    private static ObjectNode json(HostReport report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("protocol_version", 4);
        ObjectNode server = json.putObject("server");
        server.put("hostname", report.id());
        server.put("cpu_percent", report.cpuPercent());
        server.put("memory_total", ALL_MEMORY);
        server.put("memory_available", ALL_MEMORY - report.memoryUsedPercent());
        if (report.uptime() != null) {
            server.put("uptime_seconds", report.uptime().toSeconds());
        }
        json.putObject("health").put("score", report.healthScore());
        ArrayNode sessions = json.putArray("sessions");
        report.users()
                .forEach(user -> session(sessions, user.session(), user.name(), "Active")
                        .put("logon_at", user.since().toString()));
        for (int i = 0; i < report.active() + report.disconnected(); i++) {
            String state = i < report.active() ? "Active" : "Disconnected";
            session(sessions, FIRST_UNNAMED + i, "unnamed " + i + " on " + report.id(), state);
        }
        return json;
    }

    private static ObjectNode session(ArrayNode sessions, long id, String user, String state) {
        return sessions.addObject().put("id", id).put("user", user).put("state", state);
    }

    @Override
    public void close() {
        engine.close();
    }
}
