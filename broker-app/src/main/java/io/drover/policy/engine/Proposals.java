package io.drover.policy.engine;

import io.drover.policy.Decision.Placed;
import io.drover.policy.RuleRef;
import io.drover.policy.fact.Reason;
import io.drover.policy.fact.Statement;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** What rules propose for one request ahead of the ranking: a session, else a lease, else a preferred host. */
final class Proposals {

    private static final Comparator<Said> BY_ORDER = Comparator.comparing(Proposals::of, Proposals::compareOrder)
            .thenComparing(s -> of(s).agent().getId())
            .thenComparing(Said.BY_RULE);

    private final Turn turn;
    private final Barring barring;
    private final Candidates candidates;
    private final BiPredicate<String, String> sameDomain;

    Proposals(Turn turn, Barring barring, Candidates candidates, BiPredicate<String, String> sameDomain) {
        this.turn = turn;
        this.barring = barring;
        this.candidates = candidates;
        this.sameDomain = sameDomain;
    }

    /**
     * The best proposal that no exclusion bars, or null. Where sessions make a short name ambiguous, of the leases only
     * one taken under the short name itself counts.
     *
     * @param deciding takes in the rules that made it so
     */
    @Nullable
    Placed best(Collection<RuleRef> deciding) {
        if (turn.proposals.isEmpty()) {
            return null;
        }
        boolean ambiguous = false;
        for (Reason reason : Reason.values()) {
            boolean ownOnly = ambiguous && reason == Reason.EXISTING_LEASE;
            List<Said> open = turn.proposals.stream()
                    .filter(s -> of(s).reason() == reason && isOpen(of(s)))
                    .filter(s -> !ownOnly || of(s).domain().isEmpty())
                    .sorted(reason == Reason.LOAD_BALANCE ? this::compareRanks : BY_ORDER)
                    .toList();
            if (reason == Reason.EXISTING_SESSION && ambiguous(open, deciding)) {
                ambiguous = true;
            } else if (!open.isEmpty()) {
                return placed(open.get(0), deciding);
            }
        }
        return null;
    }

    private boolean isOpen(Statement.Proposed proposed) {
        return barring.isOpen(candidates.verdict(proposed.agent().getId()), proposed.heeds());
    }

    private Placed placed(Said said, Collection<RuleRef> deciding) {
        Statement.Proposed proposed = of(said);
        deciding.add(said.rule());
        String agentId = proposed.agent().getId();
        double score = proposed.reason() == Reason.LOAD_BALANCE ? candidates.score(agentId) : 0;
        return new Placed(agentId, proposed.reason(), proposed.domain(), score, proposed.lease());
    }

    private boolean ambiguous(List<Said> open, Collection<RuleRef> deciding) {
        if (turn.oneDomain.isEmpty()) {
            return false;
        }
        List<String> domains =
                open.stream().map(s -> of(s).domain()).filter(d -> !d.isEmpty()).toList();
        boolean two = domains.stream().anyMatch(a -> domains.stream().anyMatch(b -> !sameDomain.test(a, b)));
        if (two) {
            Said said = turn.oneDomain.get(0);
            deciding.add(said.rule());
            turn.notes.add(((Statement.OneDomain) said.statement()).note());
        }
        return two;
    }

    private static Statement.Proposed of(Said said) {
        return (Statement.Proposed) said.statement();
    }

    private int compareRanks(Said one, Said other) {
        return Comparator.comparing((Said s) -> candidates.ranked(of(s).agent().getId()), Ranking.BEST_FIRST)
                .thenComparing(Said.BY_RULE)
                .compare(one, other);
    }

    private static int compareOrder(Statement.Proposed one, Statement.Proposed other) {
        int shared = Math.min(one.order().size(), other.order().size());
        for (int i = 0; i < shared; i++) {
            int compared = Double.compare(one.order().get(i), other.order().get(i));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(one.order().size(), other.order().size());
    }
}
