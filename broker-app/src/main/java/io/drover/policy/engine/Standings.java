package io.drover.policy.engine;

import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/** Every host's standing, and its place in the ranking of each farm that it takes new sessions in. */
final class Standings {

    private final Hearing hearing;
    private final VerdictListener listener;
    private final Map<String, Standing> byAgent = new HashMap<>();
    private final Map<String, Ranking> rankings = new HashMap<>();
    private final List<Standing> dirty = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();
    private long version;

    /** Something to be told with the next version of the fleet. */
    interface Notice {
        void tell(VerdictListener listener, long version);
    }

    /** @param version where to count fleet versions from */
    Standings(Hearing hearing, VerdictListener listener, long version) {
        this.hearing = hearing;
        this.listener = listener;
        this.version = version;
    }

    /** The standing of a host that is new or changed. */
    Standing see(AgentView agent) {
        Standing standing = byAgent.get(agent.id());
        if (standing == null || standing.isGone()) {
            standing = new Standing(hearing, dirty::add, agent);
            byAgent.put(agent.id(), standing);
        }
        standing.see(agent);
        return standing;
    }

    void leave(String agentId) {
        Standing standing = byAgent.get(agentId);
        if (standing != null) {
            standing.leave();
        }
    }

    /** Ranks a farm anew. Its members come in as they are judged. */
    void rank(FarmView farm) {
        rankings.put(farm.id(), new Ranking(farm));
    }

    void unrank(String farmId) {
        rankings.remove(farmId);
    }

    NavigableSet<Ranking.Ranked> ranking(String farmId) {
        Ranking ranking = rankings.get(farmId);
        return ranking == null ? Collections.emptyNavigableSet() : ranking.bestFirst();
    }

    /** Makes another version of the fleet, though no verdict may change. */
    void note(Notice notice) {
        notices.add(notice);
    }

    /** Makes the verdicts of all hosts of which something else is said than before. */
    void judge() {
        if (dirty.isEmpty() && notices.isEmpty()) {
            return;
        }
        version++;
        notices.forEach(notice -> notice.tell(listener, version));
        notices.clear();
        for (Standing standing : dirty) {
            if (standing.isGone()) {
                forget(standing);
            } else {
                judge(standing);
            }
        }
        dirty.clear();
    }

    private void judge(Standing standing) {
        unrank(standing);
        Verdict verdict = standing.judge();
        for (String farmId : verdict.farmIds()) {
            Ranking ranking = rankings.get(farmId);
            if (ranking != null) {
                ranking.put(verdict);
            }
        }
        listener.judged(version, verdict);
    }

    private void forget(Standing standing) {
        unrank(standing);
        if (byAgent.remove(standing.agentId(), standing)) {
            listener.forgotten(version, standing.agentId());
        }
    }

    private void unrank(Standing standing) {
        Verdict before = standing.verdict();
        if (before != null) {
            for (String farmId : before.farmIds()) {
                Ranking ranking = rankings.get(farmId);
                if (ranking != null) {
                    ranking.remove(before);
                }
            }
        }
    }

    @Nullable
    Verdict verdict(String agentId) {
        Standing standing = byAgent.get(agentId);
        return standing == null ? null : standing.verdict();
    }

    /** Every host's verdict, in no order. */
    List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>(byAgent.size());
        for (Standing standing : byAgent.values()) {
            Verdict verdict = standing.verdict();
            if (verdict != null) {
                verdicts.add(verdict);
            }
        }
        return verdicts;
    }

    /** Grows whenever a verdict changes. */
    long version() {
        return version;
    }
}
