package io.drover.scenario.run;

import io.drover.policy.Verdict;
import io.drover.scenario.Expectation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Holds expectations of a burst against its answers. Each check says what is wrong, or nothing. */
final class BurstExpectations {

    private final World world;

    BurstExpectations(World world) {
        this.world = world;
    }

    Optional<String> check(Expectation.OfBurst expected, List<Answer> answers) {
        return Optional.ofNullable(wrong(expected, answers, counts(answers)));
    }

    private static Map<String, Integer> counts(List<Answer> answers) {
        Map<String, Integer> counts = new HashMap<>();
        answers.forEach(a -> a.placed().ifPresent(p -> counts.merge(p.agentId(), 1, Integer::sum)));
        return counts;
    }

    /** How many were placed where, and how many were not, in one sentence without its full stop. */
    static String counted(List<Answer> answers) {
        Map<String, Integer> counts = new TreeMap<>(counts(answers));
        int placed = counts.values().stream().mapToInt(Integer::intValue).sum();
        return Stream.concat(
                        counts.entrySet().stream().map(entry -> entry.getValue() + " on " + entry.getKey()),
                        Stream.of(answers.size() - placed)
                                .filter(rest -> rest > 0)
                                .map(rest -> rest + " nowhere"))
                .collect(Collectors.joining(", "));
    }

    private @Nullable String wrong(Expectation.OfBurst expected, List<Answer> answers, Map<String, Integer> counts) {
        if (expected instanceof Expectation.PerAgent per) {
            return perAgent(per, counts);
        } else if (expected instanceof Expectation.SpreadAtMost spread) {
            return counts.isEmpty() ? nobody("spread_at_most") : spread(spread, answers, counts);
        } else if (expected instanceof Expectation.ShareAtMost share) {
            return counts.isEmpty() ? nobody("share_at_most") : share(share, counts);
        } else if (expected instanceof Expectation.NeverOn never) {
            return neverOn(never, counts);
        }
        throw new IllegalStateException("no check for " + expected);
    }

    /** Of users who were not placed nothing can be said but that. */
    private static String nobody(String key) {
        return key + ": nobody was placed";
    }

    private static @Nullable String perAgent(Expectation.PerAgent per, Map<String, Integer> counts) {
        if (counts.isEmpty() && per.counts().values().stream().anyMatch(count -> count > 0)) {
            return nobody("per_agent");
        }
        boolean right = per.counts().entrySet().stream()
                .allMatch(e -> Math.abs(counts.getOrDefault(e.getKey(), 0) - e.getValue()) <= per.tolerance());
        return right
                ? null
                : Expectations.differs(
                        "per_agent", new TreeMap<>(per.counts()) + " ± " + per.tolerance(), sortedCounts(counts));
    }

    private static @Nullable String spread(
            Expectation.SpreadAtMost spread, List<Answer> answers, Map<String, Integer> counts) {
        int actual = spread(answers, counts);
        return actual <= spread.spread()
                ? null
                : Expectations.differs("spread_at_most", spread.spread() + "", actual + ", " + sortedCounts(counts));
    }

    private static @Nullable String share(Expectation.ShareAtMost share, Map<String, Integer> counts) {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return (double) most / all <= share.share()
                ? null
                : Expectations.differs("share_at_most", share.share() + "", sortedCounts(counts));
    }

    private @Nullable String neverOn(Expectation.NeverOn never, Map<String, Integer> counts) {
        if (world.agentIds().stream().noneMatch(id -> world.fits(never.agents(), id))) {
            return "never_on: there is no such host";
        }
        if (counts.isEmpty()) {
            return nobody("never_on");
        }
        Set<String> wrongly = new TreeSet<>(counts.keySet());
        wrongly.removeIf(id -> !world.fits(never.agents(), id));
        return wrongly.isEmpty() ? null : Expectations.differs("never_on", "nobody", sortedCounts(counts));
    }

    private static int spread(List<Answer> answers, Map<String, Integer> counts) {
        Set<String> could = new HashSet<>(counts.keySet());
        for (Answer answer : answers) {
            for (Verdict verdict : answer.verdicts()) {
                if (verdict.takesNewSessions(answer.farmId())) {
                    could.add(verdict.agent().id());
                }
            }
        }
        int most =
                could.stream().mapToInt(id -> counts.getOrDefault(id, 0)).max().orElse(0);
        int fewest =
                could.stream().mapToInt(id -> counts.getOrDefault(id, 0)).min().orElse(0);
        return most - fewest;
    }

    private static String sortedCounts(Map<String, Integer> counts) {
        return new TreeMap<>(counts).toString();
    }
}
