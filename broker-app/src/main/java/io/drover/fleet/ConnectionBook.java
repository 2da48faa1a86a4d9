package io.drover.fleet;

import io.drover.connection.Connection;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What gateways reported of their connections, by placement and by host. A lease is judged by its rev: what became of
 * one placement says nothing about a later one. Not safe for use by several threads at once.
 */
final class ConnectionBook {

    /** What is younger may be missing in what was read a moment ago. */
    private static final Duration JUST_NOW = Duration.ofMinutes(1);

    private static final Long NOT_THERE = Long.MIN_VALUE;

    private final Domains domains;
    private final Map<String, Connection> byPlacement = new HashMap<>();
    private final Map<String, Map<String, Map<String, Connection>>> byAgent = new HashMap<>();

    ConnectionBook(Domains domains) {
        this.domains = domains;
    }

    /** Keeps what is not older than what is known; says whether it is new. */
    boolean put(Connection connection) {
        Connection before = byPlacement.get(connection.decisionId());
        if (before != null && before.version() >= connection.version()) {
            return false;
        }
        byPlacement.put(connection.decisionId(), connection);
        byAgent.computeIfAbsent(connection.agentId(), any -> new HashMap<>())
                .computeIfAbsent(connection.person(), any -> new HashMap<>(2))
                .put(connection.decisionId(), connection);
        return true;
    }

    /**
     * Forgets what is not among these, or only in an older version, and was not reported just now; gives the hosts that
     * it was on.
     */
    Set<String> retain(Collection<Connection> current, Instant now) {
        Map<String, Long> versions =
                current.stream().collect(Collectors.toMap(Connection::decisionId, Connection::version));
        List<Connection> gone = byPlacement.values().stream()
                .filter(known -> versions.getOrDefault(known.decisionId(), NOT_THERE) < known.version())
                .filter(known -> known.changedAt().plus(JUST_NOW).isBefore(now))
                .toList();
        Set<String> touched = new HashSet<>();
        gone.forEach(connection -> {
            forget(connection);
            touched.add(connection.agentId());
        });
        return touched;
    }

    /** Forgets all connections to a host. */
    void removeAgent(String agentId) {
        Map<String, Map<String, Connection>> on = byAgent.getOrDefault(agentId, Map.of());
        on.values().stream().flatMap(of -> of.values().stream()).toList().forEach(this::forget);
    }

    private void forget(Connection connection) {
        byPlacement.remove(connection.decisionId());
        Map<String, Map<String, Connection>> on = byAgent.getOrDefault(connection.agentId(), Map.of());
        Map<String, Connection> of = on.get(connection.person());
        if (of != null) {
            of.remove(connection.decisionId());
            if (of.isEmpty()) {
                on.remove(connection.person());
            }
            if (on.isEmpty()) {
                byAgent.remove(connection.agentId());
            }
        }
    }

    /** Whether the user has an open connection to the host. */
    boolean isOpen(String agentId, UserName user) {
        return on(agentId, user.user()).stream()
                .anyMatch(connection -> connection.isOpen() && domains.mayBeSame(connection.domain(), user.domain()));
    }

    /** The users with open connections to the host, each in one spelling. */
    List<UserName> openOn(String agentId) {
        List<UserName> users = new ArrayList<>();
        for (Map<String, Connection> of :
                byAgent.getOrDefault(agentId, Map.of()).values()) {
            of.values().stream()
                    .filter(Connection::isOpen)
                    .map(connection -> new UserName(connection.person(), connection.domain()))
                    .filter(user -> users.stream().noneMatch(known -> mayBeSame(known, user)))
                    .forEach(users::add);
        }
        return users;
    }

    private boolean mayBeSame(UserName one, UserName other) {
        return one.user().equals(other.user()) && domains.mayBeSame(one.domain(), other.domain());
    }

    /** Whether an open connection stands behind the lease. */
    boolean isOpen(Lease lease) {
        return isOpen(lease.agentId(), new UserName(lease.person(), lease.domain()));
    }

    /** Whether the placement that last used the lease is over: its connection ended, and no other is open. */
    boolean isOver(Lease lease) {
        return isOverBefore(lease, Instant.MAX);
    }

    /** Like {@link #isOver}, and it ended before that time. */
    boolean isOverBefore(Lease lease, Instant time) {
        Collection<Connection> connections = on(lease.agentId(), lease.person());
        return lease.rev() != 0
                && !connections.isEmpty()
                && connections.stream()
                        .anyMatch(connection -> connection.leaseRev() == lease.rev()
                                && !connection.isOpen()
                                && connection.changedAt().isBefore(time))
                && !isOpen(lease);
    }

    private Collection<Connection> on(String agentId, String person) {
        return byAgent.getOrDefault(agentId, Map.of())
                .getOrDefault(person, Map.of())
                .values();
    }
}
