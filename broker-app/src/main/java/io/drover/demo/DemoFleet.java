package io.drover.demo;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The demo's hosts: what the simulated ones say of themselves, and how all of them reach the broker. Safe for use by
 * many threads.
 */
final class DemoFleet {

    private final BrokerApi api;
    private final Map<String, SimulatedHost> simulated = new ConcurrentHashMap<>();
    private final Map<String, EnrolledAgent> agents = new ConcurrentHashMap<>();

    DemoFleet(BrokerApi api) {
        this.api = api;
    }

    /** Takes away what an earlier run left: every resource, farm and agent, and with them the leases. */
    void clear() {
        clear("/api/v1/resources", "");
        clear("/api/v1/farms", "?force=true");
        clear("/api/v1/agents", "");
    }

    private void clear(String path, String query) {
        while (true) {
            var items = api.operator("GET", path).expectGood().body().path("items");
            if (items.isEmpty()) {
                return;
            }
            items.forEach(
                    item -> api.operator("DELETE", path + "/" + item.path("id").asText() + query)
                            .expectGood());
        }
    }

    /** Enrols a simulated host and lets it report. */
    void enroll(SimulatedHost host, Map<String, String> tags) {
        simulated.put(host.name(), host);
        EnrolledAgent agent =
                EnrolledAgent.enroll(api, host.name(), () -> host(host.name()).heartbeat());
        agents.put(host.name(), agent);
        agent.control(Map.of("tags", tags));
        agent.report();
    }

    /** Enrols this machine and lets it report. */
    void enroll(ThisMachine machine, String farmId) {
        EnrolledAgent agent = EnrolledAgent.enroll(api, machine.name(), machine::heartbeat);
        agents.put(machine.name(), agent);
        agent.control(Map.of("farm_ids", List.of(farmId)));
        agent.report();
    }

    /** Changes the state of a simulated host, which reports it at once. */
    void change(String name, UnaryOperator<SimulatedHost> change) {
        simulated.computeIfPresent(name, (any, host) -> change.apply(host));
        agent(name).report();
    }

    /** Everybody who was sent to a simulated host is logged on now, and the hosts report it. */
    void logOnEverybody() {
        simulated.keySet().forEach(name -> change(name, SimulatedHost::loggedOn));
    }

    /** A user was sent to a host. */
    void expect(String name, String user) {
        simulated.computeIfPresent(name, (any, host) -> host.expecting(user));
    }

    /** An operator changes a host. */
    void control(String name, Map<String, Object> change) {
        agent(name).control(change);
    }

    /** Every host reports. */
    void reportAll() {
        agents.values().forEach(EnrolledAgent::report);
    }

    /** Whether it is a simulated host. */
    boolean simulates(String name) {
        return simulated.containsKey(name);
    }

    SimulatedHost host(String name) {
        SimulatedHost host = simulated.get(name);
        if (host == null) {
            throw new IllegalArgumentException("no simulated host " + name);
        }
        return host;
    }

    EnrolledAgent agent(String name) {
        EnrolledAgent agent = agents.get(name);
        if (agent == null) {
            throw new IllegalArgumentException("no host " + name);
        }
        return agent;
    }
}
