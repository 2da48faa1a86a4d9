package io.drover.policy.engine;

import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.engine.Ranking.Ranked;
import io.drover.policy.fact.Bars;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.Statement.Pick;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The hosts that take one request as a new session: the farm's ranking, put right by what is said for the request. */
final class Candidates {

    private static final int JITTER_AT_LEAST = 2;
    private static final int JITTER_ONE_OF = 5;

    private final Turn turn;
    private final Barring barring;
    private final FarmView farm;
    private final Standings standings;
    private final NavigableSet<Ranked> ranking;

    Candidates(Turn turn, Barring barring, FarmView farm, Standings standings) {
        this.turn = turn;
        this.barring = barring;
        this.farm = farm;
        this.standings = standings;
        this.ranking = standings.ranking(farm.id());
    }

    @Nullable
    Verdict verdict(String agentId) {
        return standings.verdict(agentId);
    }

    /** The host's score with the request's own terms. */
    double score(String agentId) {
        return ranked(agentId).score();
    }

    Ranked ranked(String agentId) {
        Verdict verdict = Objects.requireNonNull(verdict(agentId), agentId);
        double sum = verdict.score(farm.id(), farm.strategy());
        for (ScoreTerm term : turn.terms.getOrDefault(agentId, List.of())) {
            if (counts(term)) {
                sum += term.points();
            }
        }
        return new Ranked(sum, verdict);
    }

    /** The terms that make the host's score for this request. */
    Stream<ScoreTerm> terms(Verdict verdict) {
        List<ScoreTerm> now = turn.terms.getOrDefault(verdict.agent().id(), List.of());
        return Stream.concat(verdict.terms().stream(), now.stream()).filter(this::counts);
    }

    private boolean counts(ScoreTerm term) {
        return term.countsIn(farm.id(), farm.strategy());
    }

    /** The best one, or null when there is none. Looks at no more of the ranking than it must. */
    @Nullable
    Ranked best() {
        Ranked best = touched().min(Ranking.BEST_FIRST).orElse(null);
        for (Ranked ranked : ranking) {
            if (best != null && Ranking.BEST_FIRST.compare(best, ranked) <= 0) {
                return best;
            }
            if (isOpenAndUntouched(ranked)) {
                return ranked;
            }
        }
        return best;
    }

    /** One of the best few, or of all, by the seed; null when there is none. */
    @Nullable
    Ranked pick(Pick how, long seed) {
        List<Ranked> all = bestFirst();
        int among = switch (how) {
            case BEST -> 1;
            case JITTER -> Math.max(JITTER_AT_LEAST, all.size() / JITTER_ONE_OF);
            case RANDOM -> all.size();
        };
        return all.isEmpty() ? null : all.get(new SplittableRandom(seed).nextInt(Math.min(all.size(), among)));
    }

    private List<Ranked> bestFirst() {
        List<Ranked> all = new ArrayList<>(touched().toList());
        ranking.stream().filter(this::isOpenAndUntouched).forEach(all::add);
        all.sort(Ranking.BEST_FIRST);
        return all;
    }

    private boolean isOpenAndUntouched(Ranked ranked) {
        return !turn.touches(ranked.agentId()) && barring.first(ranked.verdict(), Bars.NEW_SESSION) == null;
    }

    /** The hosts of which something is said for this request, so that their place in the ranking is not theirs. */
    private Stream<Ranked> touched() {
        return Stream.of(turn.exclusions, turn.terms, turn.waived)
                .flatMap(said -> said.keySet().stream())
                .distinct()
                .filter(agentId -> barring.isOpen(verdict(agentId), Bars.NEW_SESSION))
                .map(this::ranked);
    }
}
