package io.drover.policy.engine;

import io.drover.identity.UserName;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.LeaseView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds a question for tests. */
final class Ask {

    private final UserName user;
    private final List<UserSession> sessions = new ArrayList<>();
    private final List<LeaseView> leases = new ArrayList<>();
    private final Map<String, Integer> load = new HashMap<>();
    private final Set<String> failed = new HashSet<>();
    private final Set<String> avoid = new HashSet<>();
    private String farmId = "";
    private String resourceId = "";
    private String connectionName = "";
    private Set<String> groups = Set.of();
    private long seed = 1;

    private Ask(UserName user) {
        this.user = user;
    }

    static Ask by(String user) {
        return new Ask(new UserName(user, ""));
    }

    static Ask by(String domain, String user) {
        return new Ask(new UserName(user, domain));
    }

    Ask farm(String id) {
        farmId = id;
        return this;
    }

    Ask resource(String id) {
        resourceId = id;
        return this;
    }

    Ask connection(String name) {
        connectionName = name;
        return this;
    }

    Ask groups(String... names) {
        groups = Set.of(names);
        return this;
    }

    Ask session(String agentId, String domain, String state, long logonAt) {
        sessions.add(new UserSession(agentId, domain, state, logonAt));
        return this;
    }

    Ask lease(LeaseView lease) {
        leases.add(lease);
        return this;
    }

    /** A lease that holds, of a short name, without a session behind it. */
    Ask lease(String agentId, String leaseFarmId, double expiresAt) {
        return lease(new LeaseView(agentId, leaseFarmId, "", "", expiresAt, false, false, false));
    }

    Ask own(String agentId, int count) {
        load.put(agentId, count);
        return this;
    }

    Ask failedOn(String agentId) {
        failed.add(agentId);
        return this;
    }

    Ask avoiding(String agentId) {
        avoid.add(agentId);
        return this;
    }

    Ask seed(long number) {
        seed = number;
        return this;
    }

    Question question() {
        CallView call = new CallView(resourceId, farmId, "", connectionName, "", groups, "", "");
        return new Question(user, call, sessions, leases, load, failed, avoid, 0, seed);
    }
}
