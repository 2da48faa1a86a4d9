package io.drover.fleet;

import io.drover.policy.fact.AgentView;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The fleet in numbers.
 *
 * @param agents hosts by state, each host in one: {@code offline}, {@code quarantined}, else its mode. All states are
 *     there, also at nought
 * @param probed hosts that are online, by what this instance's probes say of them, see {@link ProbeState}. All states
 *     are there, also at nought
 * @param sessions users' sessions on hosts that are online, by state: {@code active}, {@code disconnected},
 *     {@code other}
 * @param underWay placements whose session was not seen yet
 * @param leases leases that are known; one that ran out is known until it is swept
 */
public record FleetCensus(
        Map<String, Integer> agents,
        Map<String, Integer> probed,
        Map<String, Integer> sessions,
        int underWay,
        int leases) {

    public FleetCensus {
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
        probed = Collections.unmodifiableMap(new TreeMap<>(probed));
        sessions = Collections.unmodifiableMap(new TreeMap<>(sessions));
    }

    static FleetCensus of(Collection<AgentView> hosts, int leases) {
        Map<String, Integer> agents = new TreeMap<>();
        Stream.of("offline", "quarantined").forEach(state -> agents.put(state, 0));
        Stream.of(AgentMode.values()).forEach(mode -> agents.put(mode.text(), 0));
        hosts.forEach(host -> agents.merge(state(host), 1, Integer::sum));
        List<AgentView> online = hosts.stream().filter(AgentView::online).toList();
        Map<String, Integer> probed = new TreeMap<>();
        Stream.of(ProbeState.values()).forEach(state -> probed.put(state.text(), 0));
        online.forEach(host -> probed.merge(host.probeState(), 1, Integer::sum));
        Map<String, Integer> sessions = Map.of(
                "active", sum(online, AgentView::activeSessions),
                "disconnected", sum(online, AgentView::disconnectedSessions),
                "other", sum(online, AgentView::otherSessions));
        return new FleetCensus(agents, probed, sessions, sum(hosts, AgentView::underWay), leases);
    }

    private static int sum(Collection<AgentView> hosts, ToIntFunction<AgentView> number) {
        return hosts.stream().mapToInt(number).sum();
    }

    private static String state(AgentView host) {
        if (!host.online()) {
            return "offline";
        }
        return host.quarantined() ? "quarantined" : host.mode();
    }
}
