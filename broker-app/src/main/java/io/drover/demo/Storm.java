package io.drover.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Many new users at one moment: each host must get the share that its score is good for. */
final class Storm {

    private static final int USERS = 30;

    private final DemoFleet fleet;
    private final Placer placer;

    Storm(DemoFleet fleet, Placer placer) {
        this.fleet = fleet;
        this.placer = placer;
    }

    /** One placement for each host, all its users together. */
    List<Placement> place(String step, Connection connection, List<String> hosts) {
        Map<String, Integer> before = new TreeMap<>();
        hosts.forEach(host -> before.put(host, fleet.host(host).score()));
        Map<String, Integer> expected = share(USERS, before);
        Map<Outcome, Long> outcomes = placer.storm(USERS, connection).stream()
                .map(Storm::anonymous)
                .collect(Collectors.groupingBy(outcome -> outcome, Collectors.counting()));
        List<Placement> placements = new ArrayList<>();
        outcomes.forEach((outcome, count) -> placements.add(new Placement(
                step,
                count + " of " + USERS + " users",
                connection.label(),
                outcome,
                why(outcome, before),
                flaws(outcome, count, expected),
                List.of())));
        placements.sort((a, b) -> a.outcome().hostname().compareTo(b.outcome().hostname()));
        return placements;
    }

    /** How many of the users each host must get when each user goes to the best score of that time. */
    static Map<String, Integer> share(int users, Map<String, Integer> scores) {
        Map<String, Integer> left = new TreeMap<>(scores);
        Map<String, Integer> share = new TreeMap<>();
        scores.keySet().forEach(host -> share.put(host, 0));
        for (int i = 0; i < users; i++) {
            String best = Collections.max(left.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
            share.merge(best, 1, Integer::sum);
            left.merge(best, -SimulatedHost.SESSION_POINTS, Integer::sum);
        }
        return share;
    }

    /** The same without what differs from user to user. */
    private static Outcome anonymous(Outcome outcome) {
        return new Outcome(outcome.status(), outcome.hostname(), outcome.reason(), outcome.excluded(), Map.of(), "");
    }

    private String why(Outcome outcome, Map<String, Integer> before) {
        Integer points = before.get(outcome.hostname());
        return points == null
                ? ""
                : "users on the way count: from %d points down to %d"
                        .formatted(points, fleet.host(outcome.hostname()).score());
    }

    private static List<String> flaws(Outcome outcome, long count, Map<String, Integer> expected) {
        List<String> flaws = new ArrayList<>(new Expected.AnyOf(List.copyOf(expected.keySet())).flaws(outcome));
        if (flaws.isEmpty() && count != expected.getOrDefault(outcome.hostname(), 0)) {
            flaws.add("must be %d on %s, the whole spread being %s"
                    .formatted(expected.get(outcome.hostname()), outcome.hostname(), expected));
        }
        return flaws;
    }
}
