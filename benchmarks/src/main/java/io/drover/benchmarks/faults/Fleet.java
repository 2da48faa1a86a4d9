package io.drover.benchmarks.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes the farm, the desktop and the hosts of a run. */
final class Fleet {

    private final RunClock clock;
    private final Wire wire;
    private final Wire setup;
    private final Journal journal;
    private final FaultSettings settings;

    /**
     * A fleet that is not made yet.
     *
     * @param wire for the hosts' reports
     * @param setup for what makes them, with more patience
     */
    Fleet(RunClock clock, Wire wire, Wire setup, Journal journal, FaultSettings settings) {
        this.clock = clock;
        this.wire = wire;
        this.setup = setup;
        this.journal = journal;
        this.settings = settings;
    }

    /** The hosts; each has reported once. */
    List<SimulatedHost> make() {
        need(setup.operator(0, "POST", "/api/v1/farms", Map.of("id", "office")));
        need(setup.operator(
                0,
                "POST",
                "/api/v1/resources",
                Map.of("id", "desk", "farm_id", "office", "guacamole_connection_id", Gateway.CONNECTION)));
        List<SimulatedHost> hosts = new ArrayList<>();
        for (int i = 0; i < settings.hosts(); i++) {
            SimulatedHost host = enrol("rds-%02d".formatted(i), new Random(settings.seed() + 100 + i));
            need(setup.operator(
                    0, "PATCH", "/api/v1/agents/" + host.id() + "/control", Map.of("farm_ids", List.of("office"))));
            host.beat(0);
            hosts.add(host);
        }
        return hosts;
    }

    private SimulatedHost enrol(String name, Random random) {
        Reply enrolled = need(setup.send(
                0,
                "POST",
                "/api/v1/agents/enroll",
                Map.of("enrollment_token", Wire.ENROLLMENT_KEY, "name", name, "machine_id", "machine-of-" + name),
                List.of()));
        return new SimulatedHost(
                clock,
                wire,
                journal,
                name,
                enrolled.body().path("agent_id").asText(),
                enrolled.body().path("token").asText(),
                random);
    }

    private static Reply need(Reply reply) {
        if (!reply.ok()) {
            throw new IllegalStateException("the fleet cannot be made: " + reply.text());
        }
        return reply;
    }
}
