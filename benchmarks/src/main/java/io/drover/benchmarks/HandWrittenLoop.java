package io.drover.benchmarks;

import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a programmer would write instead of rules: the shipped policy in one loop over all hosts. It looks at every host
 * for every request, because the answer is to be explained: why each host is barred, how many for which reason, and
 * what the winner's score is made of.
 */
final class HandWrittenLoop {

    private static final List<String> CODES = List.of(
            "not-a-member",
            "agent-offline",
            "agent-in-maintenance",
            "agent-draining",
            "agent-quarantined",
            "no-health",
            "below-min-health",
            "rdp-listener-dead",
            "at-session-limit",
            "too-many-logons",
            "failed-for-user",
            "failing-host",
            "excluded-by-request");
    private static final List<String> STATES = List.of("active", "connected", "disconnected");
    private static final int NOT_A_MEMBER = 1;
    private static final int ANY_SESSION = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 7 | 1 << 10 | 1 << 12;

    private final Settings settings;
    private final AgentView[] hosts;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, FarmView> farms = new HashMap<>();
    private final Map<String, ResourceView> byConnection = new HashMap<>();

    HandWrittenLoop(RandomFleet fleet) {
        settings = fleet.settings();
        hosts = fleet.hosts().toArray(AgentView[]::new);
        for (int i = 0; i < hosts.length; i++) {
            places.put(hosts[i].id(), i);
        }
        fleet.farms().forEach(farm -> farms.put(farm.id(), farm));
        fleet.resources().forEach(resource -> byConnection.put(resource.connectionName(), resource));
    }

    /**
     * What was decided, explained.
     *
     * @param agentId the host, null for none
     * @param reason why
     * @param score its score, 0 for a session or lease
     * @param terms what the score is made of
     * @param excluded hosts by the first reason that bars them
     * @param barred all the reasons that bar the host at a place, as bits
     */
    record Explained(
            @Nullable String agentId,
            String reason,
            double score,
            Map<String, Double> terms,
            Map<String, Integer> excluded,
            IntUnaryOperator barred) {}

    Explained decide(Question question) {
        ResourceView resource = byConnection.get(question.call().connectionName());
        String farmId = resource == null ? question.call().farmId() : resource.farmId();
        FarmView farm = farms.get(farmId);
        if (farm == null || !farm.enabled()) {
            return new Explained(null, "farm_unavailable", 0, Map.of(), Map.of(), i -> NOT_A_MEMBER);
        }
        int[] barred = new int[hosts.length];
        int[] counts = new int[CODES.size()];
        int best = -1;
        double bestScore = 0;
        for (int i = 0; i < hosts.length; i++) {
            AgentView host = hosts[i];
            int why = barred(host, farm, question);
            barred[i] = why;
            if (why != 0) {
                counts[Integer.numberOfTrailingZeros(why)]++;
                continue;
            }
            double score = score(host);
            if (best < 0 || isBetter(score, host, bestScore, hosts[best])) {
                best = i;
                bestScore = score;
            }
        }
        return answer(question, barred, counts, best, bestScore);
    }

    private Explained answer(Question question, int[] barred, int[] counts, int best, double bestScore) {
        Map<String, Integer> excluded = new TreeMap<>();
        for (int code = 1; code < counts.length; code++) {
            if (counts[code] > 0) {
                excluded.put(CODES.get(code), counts[code]);
            }
        }
        String session = session(question, barred);
        if (session != null) {
            return new Explained(session, "existing-session", 0, Map.of(), excluded, i -> barred[i]);
        }
        String lease = lease(question, barred);
        if (lease != null) {
            return new Explained(lease, "existing-lease", 0, Map.of(), excluded, i -> barred[i]);
        }
        if (best < 0) {
            return new Explained(null, "no_eligible_host", 0, Map.of(), excluded, i -> barred[i]);
        }
        return new Explained(hosts[best].id(), "load-balance", bestScore, terms(hosts[best]), excluded, i -> barred[i]);
    }

    private static int barred(AgentView host, FarmView farm, Question question) {
        if (!isMember(host, farm)) {
            return NOT_A_MEMBER;
        }
        int why = 0;
        why |= host.online() ? 0 : 1 << 1;
        why |= host.mode().equals("maintenance") ? 1 << 2 : 0;
        why |= host.mode().equals("drain") ? 1 << 3 : 0;
        why |= host.quarantined() ? 1 << 4 : 0;
        Integer health = host.healthScore();
        why |= health == null ? 1 << 5 : health < farm.minHealthScore() ? 1 << 6 : 0;
        why |= host.rdpListenerOk() ? 0 : 1 << 7;
        int load = host.sessions() + host.underWay();
        Integer most = host.maxSessions();
        if (most != null && load >= most) {
            why |= load - question.load().getOrDefault(host.id(), 0) >= most ? 1 << 8 : 0;
        }
        Integer logons = host.maxConcurrentLogons();
        why |= logons != null && host.underWay() >= logons ? 1 << 9 : 0;
        why |= question.failedAgents().contains(host.id()) ? 1 << 10 : 0;
        why |= host.failedUsers() >= 3 ? 1 << 11 : 0;
        why |= question.avoid().contains(host.id()) ? 1 << 12 : 0;
        return why;
    }

    private static boolean isMember(AgentView host, FarmView farm) {
        return host.farmIds().contains(farm.id())
                || farm.agentIds().contains(host.id())
                || (!farm.requiredTags().isEmpty()
                        && host.tags()
                                .entrySet()
                                .containsAll(farm.requiredTags().entrySet()));
    }

    private static double score(AgentView host) {
        return 10.0 * health(host)
                - 20.0 * host.activeSessions()
                - 5.0 * host.disconnectedSessions()
                - 2 * worst(host.cpuPercent())
                - worst(host.memoryUsedPercent())
                - 20.0 * host.underWay();
    }

    private static Map<String, Double> terms(AgentView host) {
        Map<String, Double> terms = new TreeMap<>();
        terms.put("health", 10.0 * health(host));
        terms.put("active sessions", -20.0 * host.activeSessions());
        terms.put("disconnected sessions", -5.0 * host.disconnectedSessions());
        terms.put("cpu", -2 * worst(host.cpuPercent()));
        terms.put("memory", -worst(host.memoryUsedPercent()));
        terms.put("under way", -20.0 * host.underWay());
        return terms;
    }

    private static int health(AgentView host) {
        Integer health = host.healthScore();
        return health == null ? 0 : health;
    }

    private static double worst(@Nullable Double percent) {
        return percent == null ? 100 : percent;
    }

    private static boolean isBetter(double score, AgentView host, double bestScore, AgentView best) {
        if (score != bestScore) {
            return score > bestScore;
        }
        if (host.underWay() != best.underWay()) {
            return host.underWay() < best.underWay();
        }
        if (host.sessions() != best.sessions()) {
            return host.sessions() < best.sessions();
        }
        return host.id().compareTo(best.id()) < 0;
    }

    private @Nullable String session(Question question, int[] barred) {
        if (!settings.isReconnect_existing()) {
            return null;
        }
        UserSession best = null;
        for (UserSession session : question.sessions()) {
            boolean open = STATES.contains(session.state()) && isOpen(session.agentId(), barred, ANY_SESSION);
            if (open && (best == null || isBefore(session, best))) {
                best = session;
            }
        }
        return best == null ? null : best.agentId();
    }

    private static boolean isBefore(UserSession one, UserSession other) {
        int state = STATES.indexOf(one.state()) - STATES.indexOf(other.state());
        return state != 0 ? state < 0 : one.logonAt() > other.logonAt();
    }

    private @Nullable String lease(Question question, int[] barred) {
        LeaseView best = null;
        for (LeaseView lease : question.leases()) {
            int heeded = lease.sessionBehind() ? ANY_SESSION : -1;
            boolean open = !lease.expired() && isOpen(lease.agentId(), barred, heeded);
            if (open && (best == null || lease.expiresAt() > best.expiresAt())) {
                best = lease;
            }
        }
        return best == null ? null : best.agentId();
    }

    private boolean isOpen(String agentId, int[] barred, int heeded) {
        Integer place = places.get(agentId);
        return place != null && (barred[place] & (heeded | NOT_A_MEMBER)) == 0;
    }
}
