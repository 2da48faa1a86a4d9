package io.drover.policy.engine;

import io.drover.policy.Question;
import io.drover.policy.fact.Avoid;
import io.drover.policy.fact.Failure;
import io.drover.policy.fact.Lease;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Own;
import io.drover.policy.fact.Request;
import io.drover.policy.fact.Session;
import java.util.ArrayList;
import java.util.List;

/** The facts of one request: who asks, and what is known of the user. */
final class Asked {

    private Asked() {}

    /** @param oneLease whether one lease serves all resources */
    static List<Object> facts(Question question, Request request, boolean oneLease) {
        List<Object> facts = new ArrayList<>(8);
        facts.add(request);
        question.leases().forEach(lease -> facts.add(new Lease(lease)));
        for (Question.UserSession s : question.sessions()) {
            boolean onLeaseHost = question.leases().stream()
                    .anyMatch(l -> l.agentId().equals(s.agentId()) && holds(l, request, oneLease));
            facts.add(new Session(s.agentId(), s.domain(), s.state(), s.logonAt(), onLeaseHost));
        }
        question.load()
                .forEach((agentId, count) -> facts.add(new Own(agentId, count, count > sessionsOn(agentId, question))));
        question.failedAgents().forEach(agentId -> facts.add(new Failure(agentId)));
        question.avoid().forEach(agentId -> facts.add(new Avoid(agentId)));
        return facts;
    }

    private static long sessionsOn(String agentId, Question question) {
        return question.sessions().stream()
                .filter(s -> s.agentId().equals(agentId))
                .count();
    }

    private static boolean holds(LeaseView lease, Request request, boolean oneLease) {
        return !lease.expired()
                && lease.farmId().equals(request.getFarm_id())
                && (oneLease || lease.resourceId().equals(request.getResource_id()));
    }
}
