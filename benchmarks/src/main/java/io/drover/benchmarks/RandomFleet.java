package io.drover.benchmarks;

import io.drover.identity.UserName;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A farm as one meets it, the same for the same numbers: most hosts serve, some drain, are away, sick or full; of the
 * users, some have a session or a lease.
 *
 * @param settings the settings
 * @param hosts the hosts, all members of the farm {@code office}, every fifth of {@code lab} too
 * @param farms the farms
 * @param resources twenty desktops of the farm {@code office}
 * @param questions what users ask
 */
record RandomFleet(
        Settings settings,
        List<AgentView> hosts,
        List<FarmView> farms,
        List<ResourceView> resources,
        List<Question> questions) {

    private static final int RESOURCES = 20;
    private static final int QUESTIONS = 64;
    private static final int MIN_HEALTH = 60;

    static RandomFleet of(int hosts, long seed) {
        Random random = new Random(seed);
        List<AgentView> views = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            views.add(host(i, random));
        }
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            questions.add(question(i, hosts, random));
        }
        return new RandomFleet(
                new Settings("", true, true, true, MIN_HEALTH), views, twoFarms(), desktops(), questions);
    }

    /** Tells an engine all of it. */
    void tell(PolicyEngine engine) {
        engine.put(settings);
        farms.forEach(engine::put);
        resources.forEach(engine::put);
        hosts.forEach(engine::put);
    }

    private static List<FarmView> twoFarms() {
        return List.of(
                new FarmView("office", true, List.of(), Map.of("role", "office"), "score", false, MIN_HEALTH),
                new FarmView("lab", true, List.of(), Map.of(), "least-sessions", false, MIN_HEALTH));
    }

    private static List<ResourceView> desktops() {
        List<ResourceView> resources = new ArrayList<>();
        for (int i = 0; i < RESOURCES; i++) {
            String id = "desktop-" + i;
            resources.add(new ResourceView(id, "desktop", "office", "", id, "", "", false, Set.of(), true));
        }
        return resources;
    }

    static AgentView host(int number, Random random) {
        int chance = random.nextInt(100);
        String mode = chance < 8 ? "drain" : chance < 11 ? "maintenance" : "online";
        Integer health = chance == 98 ? null : Integer.valueOf(50 + random.nextInt(51));
        return new AgentView(
                name(number),
                name(number),
                "",
                mode,
                false,
                random.nextInt(25) != 0,
                health,
                random.nextInt(1000) / 10.0,
                random.nextInt(1000) / 10.0,
                random.nextInt(31),
                random.nextInt(6),
                0,
                random.nextInt(3),
                random.nextBoolean() ? Integer.valueOf(30) : null,
                null,
                100,
                true,
                "answers",
                0,
                false,
                Map.of("role", "office", "rack", "r" + number % 16),
                number % 5 == 0 ? List.of("lab") : List.of(),
                List.of());
    }

    private static Question question(int number, int hosts, Random random) {
        String user = "user-" + number;
        String agentId = name(random.nextInt(hosts));
        int chance = random.nextInt(100);
        boolean hasSession = chance < 15;
        boolean hasLease = chance < 30;
        return new Question(
                new UserName(user, "corp"),
                new CallView("", "", "", "desktop-" + number % RESOURCES, "", Set.of("staff"), "", ""),
                hasSession ? List.of(new UserSession(agentId, "corp", "disconnected", 1000 + number)) : List.of(),
                hasLease
                        ? List.of(new LeaseView(agentId, "office", "", "corp", 2000, false, hasSession, false))
                        : List.of(),
                hasSession ? Map.of(agentId, 1) : Map.of(),
                Set.of(),
                Set.of(),
                0,
                number);
    }

    private static String name(int number) {
        return "rds-" + (100_000 + number);
    }
}
