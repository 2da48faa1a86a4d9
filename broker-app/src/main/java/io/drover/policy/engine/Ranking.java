package io.drover.policy.engine;

import io.drover.policy.Verdict;
import io.drover.policy.fact.FarmView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The hosts of one farm that take new sessions, best first. Ties: fewest under way, fewest sessions, lowest agent id.
 */
final class Ranking {

    static final Comparator<Ranked> BEST_FIRST = Ranking::compare;

    private final FarmView farm;
    private final Map<String, Ranked> byAgent = new HashMap<>();
    private final NavigableSet<Ranked> sorted = new TreeSet<>(BEST_FIRST);

    Ranking(FarmView farm) {
        this.farm = farm;
    }

    /**
     * Written out, since every change of a host asks it some twenty times: twice as quick as a chain of comparators.
     */
    private static int compare(Ranked a, Ranked b) {
        int order = Double.compare(b.score(), a.score());
        if (order == 0) {
            order = Integer.compare(
                    a.verdict().agent().underWay(), b.verdict().agent().underWay());
        }
        if (order == 0) {
            order = Integer.compare(
                    a.verdict().agent().sessions(), b.verdict().agent().sessions());
        }
        return order == 0 ? a.agentId().compareTo(b.agentId()) : order;
    }

    /**
     * A host and its score in this farm.
     *
     * @param score sum of the terms that count here
     * @param verdict what is said of the host
     */
    record Ranked(double score, Verdict verdict) {

        String agentId() {
            return verdict.agent().id();
        }
    }

    /** Takes a host in that is not in yet. */
    void put(Verdict verdict) {
        if (verdict.takesNewSessions(farm.id())) {
            Ranked ranked = new Ranked(verdict.score(farm.id(), farm.strategy()), verdict);
            byAgent.put(ranked.agentId(), ranked);
            sorted.add(ranked);
        }
    }

    void remove(Verdict verdict) {
        Ranked before = byAgent.remove(verdict.agent().id());
        if (before != null) {
            sorted.remove(before);
        }
    }

    NavigableSet<Ranked> bestFirst() {
        return sorted;
    }
}
