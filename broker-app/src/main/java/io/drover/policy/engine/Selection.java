package io.drover.policy.engine;

import io.drover.policy.Decision.Outcome;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.RuleRef;
import io.drover.policy.ScoreTerm;
import io.drover.policy.engine.Ranking.Ranked;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.Reason;
import io.drover.policy.fact.Statement;
import io.drover.policy.fact.Statement.Pick;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The last step of a decision: the best proposal that no exclusion bars, else the best of the farm's ranking. */
final class Selection {

    private final Turn turn;
    private final Standings standings;
    private final Barring barring;
    private final Candidates candidates;
    private final Proposals proposals;
    private final Set<RuleRef> rules = new LinkedHashSet<>(4);

    Selection(
            Turn turn, FarmView farm, String resourceId, Standings standings, BiPredicate<String, String> sameDomain) {
        this.turn = turn;
        this.standings = standings;
        barring = new Barring(turn, farm.id(), resourceId);
        candidates = new Candidates(turn, barring, farm, standings);
        proposals = new Proposals(turn, barring, candidates, sameDomain);
    }

    /** The rules whose statements made the outcome. */
    List<RuleRef> rules() {
        return List.copyOf(rules);
    }

    Outcome select(long seed) {
        if (!turn.refusals.isEmpty()) {
            return refused(turn.refusals.get(0));
        }
        Placed proposed = proposals.best(rules);
        if (proposed != null) {
            return proposed;
        }
        Ranked best = pick(seed);
        if (best == null) {
            return barring.refusal(standings.verdicts(), rules);
        }
        candidates.terms(best.verdict()).map(ScoreTerm::rule).forEach(rules::add);
        return new Placed(best.agentId(), Reason.LOAD_BALANCE, "", best.score(), null);
    }

    private Refused refused(Said said) {
        Statement.Refused refused = (Statement.Refused) said.statement();
        rules.add(said.rule());
        return new Refused(refused.code(), refused.detail(), Map.of());
    }

    private @Nullable Ranked pick(long seed) {
        if (turn.picks.isEmpty()) {
            return candidates.best();
        }
        Said how = turn.picks.get(0);
        rules.add(how.rule());
        Pick pick = ((Statement.Picked) how.statement()).pick();
        return candidates.pick(pick, seed);
    }
}
