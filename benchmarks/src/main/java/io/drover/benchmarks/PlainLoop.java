package io.drover.benchmarks;

import io.drover.policy.Question;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.ResourceView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody would write instead of rules: one loop over all hosts for each request. It decides as the shipped
 * policy does on {@link SampleFleet} and leaves the same explanation: of every host the reasons that bar it and its
 * score.
 */
final class PlainLoop {

    static final int NOT_A_MEMBER = 1;
    static final int OFFLINE = 1 << 1;
    static final int MAINTENANCE = 1 << 2;
    static final int DRAINING = 1 << 3;
    static final int QUARANTINED = 1 << 4;
    static final int NO_HEALTH = 1 << 5;
    static final int BELOW_MIN_HEALTH = 1 << 6;
    static final int LISTENER_DEAD = 1 << 7;
    static final int SESSION_LIMIT = 1 << 8;
    static final int TOO_MANY_LOGONS = 1 << 9;
    static final int FAILING = 1 << 10;
    static final int EXCLUDED = 1 << 11;
    static final int FAILED_FOR_USER = 1 << 12;
    private static final int BARS_ANY =
            NOT_A_MEMBER | OFFLINE | MAINTENANCE | QUARANTINED | LISTENER_DEAD | EXCLUDED | FAILED_FOR_USER;

    private final List<AgentView> agents;
    private final Map<String, FarmView> farms = new HashMap<>();
    private final Map<String, Set<String>> listed = new HashMap<>();
    private final Map<String, ResourceView> byId = new HashMap<>();
    private final Map<String, ResourceView> byName = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();

    /**
     * What was decided.
     *
     * @param agent the host, null for none
     * @param barred why each host is barred, by place
     * @param scores of each host, by place
     */
    record Decided(@Nullable AgentView agent, int[] barred, double[] scores) {
        @Override
        public String toString() {
            return String.valueOf(agent);
        }
    }

    PlainLoop(SampleFleet fleet) {
        agents = fleet.agents();
        for (int i = 0; i < agents.size(); i++) {
            places.put(agents.get(i).id(), i);
        }
        for (FarmView farm : fleet.farms()) {
            farms.put(farm.id(), farm);
            listed.put(farm.id(), new HashSet<>(farm.agentIds()));
        }
        for (ResourceView resource : fleet.resources()) {
            byId.put(resource.id(), resource);
            byName.put(resource.connectionName(), resource);
        }
    }

    Decided decide(Question question) {
        ResourceView resource = question.call().resourceId().isEmpty()
                ? byName.get(question.call().connectionName())
                : byId.get(question.call().resourceId());
        FarmView farm = resource == null ? null : farms.get(resource.farmId());
        int[] barred = new int[agents.size()];
        double[] scores = new double[agents.size()];
        if (farm == null) {
            return new Decided(null, barred, scores);
        }
        Set<String> members = listed.getOrDefault(farm.id(), Set.of());
        int best = -1;
        for (int i = 0; i < agents.size(); i++) {
            AgentView agent = agents.get(i);
            barred[i] = barred(agent, farm, members, question);
            scores[i] = score(agent);
            if (barred[i] == 0 && (best < 0 || beats(i, best, scores))) {
                best = i;
            }
        }
        int home = home(question, barred);
        return new Decided(home >= 0 ? agents.get(home) : best < 0 ? null : agents.get(best), barred, scores);
    }

    private static int barred(AgentView agent, FarmView farm, Set<String> members, Question question) {
        int barred = 0;
        boolean tagged = !farm.requiredTags().isEmpty()
                && agent.tags().entrySet().containsAll(farm.requiredTags().entrySet());
        barred |= tagged || members.contains(agent.id()) || agent.farmIds().contains(farm.id()) ? 0 : NOT_A_MEMBER;
        barred |= agent.online() ? 0 : OFFLINE;
        barred |= agent.mode().equals("maintenance") ? MAINTENANCE : 0;
        barred |= agent.mode().equals("drain") ? DRAINING : 0;
        barred |= agent.quarantined() ? QUARANTINED : 0;
        Integer health = agent.healthScore();
        barred |= health == null ? NO_HEALTH : health < farm.minHealthScore() ? BELOW_MIN_HEALTH : 0;
        barred |= agent.rdpListenerOk() ? 0 : LISTENER_DEAD;
        Integer most = agent.maxSessions();
        barred |= most != null && agent.sessions() + agent.underWay() >= most ? SESSION_LIMIT : 0;
        Integer logons = agent.maxConcurrentLogons();
        barred |= logons != null && agent.underWay() >= logons ? TOO_MANY_LOGONS : 0;
        barred |= agent.failedUsers() >= 3 ? FAILING : 0;
        barred |= question.avoid().contains(agent.id()) ? EXCLUDED : 0;
        barred |= question.failedAgents().contains(agent.id()) ? FAILED_FOR_USER : 0;
        return barred;
    }

    private static double score(AgentView agent) {
        Integer health = agent.healthScore();
        Double cpu = agent.cpuPercent();
        Double memory = agent.memoryUsedPercent();
        return (health == null ? 0 : health * 10)
                - agent.activeSessions() * 20
                - agent.disconnectedSessions() * 5
                - (cpu == null ? 100 : cpu) * 2
                - (memory == null ? 100 : memory)
                - agent.underWay() * 20;
    }

    private boolean beats(int i, int best, double[] scores) {
        if (scores[i] != scores[best]) {
            return scores[i] > scores[best];
        }
        AgentView a = agents.get(i);
        AgentView b = agents.get(best);
        if (a.underWay() != b.underWay()) {
            return a.underWay() < b.underWay();
        }
        return a.sessions() != b.sessions() ? a.sessions() < b.sessions() : a.id().compareTo(b.id()) < 0;
    }

    private int home(Question question, int[] barred) {
        for (Question.UserSession session : question.sessions()) {
            Integer place = places.get(session.agentId());
            if (place != null && (barred[place] & BARS_ANY) == 0) {
                return place;
            }
        }
        for (LeaseView lease : question.leases()) {
            Integer place = places.get(lease.agentId());
            if (place != null && !lease.expired() && barred[place] == 0) {
                return place;
            }
        }
        return -1;
    }
}
