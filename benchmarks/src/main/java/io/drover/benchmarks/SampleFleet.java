package io.drover.benchmarks;

import io.drover.identity.UserName;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Question;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A fleet in two farms, one by tags and one by the farm's own list, of which about a tenth is barred for one reason or
 * another; and four questions that take turns: a new user, a user with a session, one with a lease, and one whose
 * resource is asked for by the connection's name. The same at every run.
 */
final class SampleFleet {

    static final Settings SETTINGS = new Settings("", true, true, true, 60);
    private static final int RESOURCES = 20;

    private final List<AgentView> agents = new ArrayList<>();
    private final List<FarmView> farms = new ArrayList<>();
    private final List<ResourceView> resources = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();

    SampleFleet(int size) {
        SplittableRandom random = new SplittableRandom(size);
        List<String> listed = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            agents.add(agent(i, random));
            if (i % 4 == 0) {
                listed.add(id(i));
            }
        }
        farms.add(new FarmView("office", true, List.of(), Map.of("role", "office"), "score", false, 60));
        farms.add(new FarmView("erp", true, listed, Map.of(), "score", false, 60));
        for (int i = 0; i < RESOURCES; i++) {
            resources.add(new ResourceView(
                    "resource-" + i,
                    "desktop",
                    i % 2 == 0 ? "office" : "erp",
                    "c" + i,
                    "desktop " + i,
                    "",
                    "",
                    false,
                    Set.of(),
                    true));
        }
        String home = id(size / 2);
        questions.add(question("resource-0", "", List.of(), List.of()));
        questions.add(question(
                "resource-0", "", List.of(new Question.UserSession(home, "corp", "disconnected", 1)), List.of()));
        questions.add(question(
                "resource-0",
                "",
                List.of(),
                List.of(new LeaseView(home, "office", "", "corp", 2_000_000_000.0, false, false, false))));
        questions.add(question("", "desktop 6", List.of(), List.of()));
    }

    private static String id(int i) {
        return "agent-%05d".formatted(i);
    }

    private static AgentView agent(int i, SplittableRandom random) {
        int kind = random.nextInt(40);
        return new AgentView(
                id(i),
                "rds-" + i,
                "",
                kind == 0 ? "drain" : kind == 1 ? "maintenance" : "online",
                false,
                kind != 2,
                kind == 3 ? 20 : 60 + random.nextInt(41),
                random.nextDouble(100),
                random.nextDouble(100),
                random.nextInt(30),
                random.nextInt(10),
                0,
                random.nextInt(3),
                null,
                null,
                100,
                true,
                0,
                Map.of("role", "office", "rack", "r" + i % 16),
                List.of(),
                List.of());
    }

    private static Question question(
            String resourceId, String connectionName, List<Question.UserSession> sessions, List<LeaseView> leases) {
        return new Question(
                new UserName("alice", "corp"),
                new CallView(resourceId, "", "", connectionName, "", Set.of(), "", ""),
                sessions,
                leases,
                Map.of(),
                Set.of(),
                Set.of(),
                1);
    }

    /** Tells an engine everything. */
    void tell(PolicyEngine engine) {
        engine.put(SETTINGS);
        farms.forEach(engine::put);
        resources.forEach(engine::put);
        agents.forEach(engine::put);
        engine.settle();
    }

    List<AgentView> agents() {
        return agents;
    }

    List<FarmView> farms() {
        return farms;
    }

    List<ResourceView> resources() {
        return resources;
    }

    List<Question> questions() {
        return questions;
    }

    /** The same host with other load, as its next heartbeat would tell. */
    static AgentView changed(AgentView agent, int load) {
        return new AgentView(
                agent.id(),
                agent.hostname(),
                agent.zone(),
                agent.mode(),
                agent.quarantined(),
                agent.online(),
                agent.healthScore(),
                (double) load,
                agent.memoryUsedPercent(),
                load % 30,
                agent.disconnectedSessions(),
                0,
                agent.underWay(),
                null,
                null,
                100,
                true,
                0,
                agent.tags(),
                agent.farmIds(),
                agent.remoteApps());
    }
}
