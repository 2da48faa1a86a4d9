package io.drover.policy.engine;

import io.drover.policy.Decision.Outcome;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.Exclusion;
import io.drover.policy.RuleRef;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.engine.Ranking.Ranked;
import io.drover.policy.fact.Bars;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Reason;
import io.drover.policy.fact.Statement;
import io.drover.policy.fact.Statement.Pick;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last step of a decision: the best proposal that no exclusion bars, else the best of the farm's ranking. */
final class Selection {

    private static final Comparator<Said> BY_ORDER = Comparator.comparing(Selection::proposal, Selection::compareOrder)
            .thenComparing(s -> proposal(s).agent().getId());

    private final Turn turn;
    private final FarmView farm;
    private final String resourceId;
    private final Map<String, Standing> hosts;
    private final NavigableSet<Ranked> ranking;
    private final BiPredicate<String, String> sameDomain;
    private final List<LeaseView> leases;
    private final List<RuleRef> rules = new ArrayList<>(2);

    Selection(
            Turn turn,
            FarmView farm,
            String resourceId,
            Map<String, Standing> hosts,
            NavigableSet<Ranked> ranking,
            List<LeaseView> leases,
            BiPredicate<String, String> sameDomain) {
        this.turn = turn;
        this.farm = farm;
        this.resourceId = resourceId;
        this.hosts = hosts;
        this.ranking = ranking;
        this.leases = leases;
        this.sameDomain = sameDomain;
    }

    /** The rules whose statements made the outcome. */
    List<RuleRef> rules() {
        return rules;
    }

    Outcome select(long seed) {
        if (!turn.refusals.isEmpty()) {
            return refused(turn.refusals.get(0));
        }
        Outcome proposed = bestProposal();
        if (proposed != null) {
            return proposed;
        }
        Ranked best = pick(seed);
        if (best == null) {
            return new Refused("no_eligible_host", "no host of the farm takes this session", counts());
        }
        best.verdict().terms().stream()
                .filter(t -> t.countsIn(farm.id(), farm.strategy()))
                .map(ScoreTerm::rule)
                .distinct()
                .forEach(rules::add);
        return new Placed(best.verdict().agent().id(), Reason.LOAD_BALANCE, "", best.score(), null);
    }

    private Refused refused(Said said) {
        Statement.Refused refused = (Statement.Refused) said.statement();
        rules.add(said.rule());
        return new Refused(refused.code(), refused.detail(), Map.of());
    }

    private @Nullable Outcome bestProposal() {
        if (turn.proposals.isEmpty()) {
            return null;
        }
        for (Reason reason : Reason.values()) {
            List<Said> open = turn.proposals.stream()
                    .filter(s -> proposal(s).reason() == reason && isOpen(proposal(s)))
                    .sorted(BY_ORDER)
                    .toList();
            if (reason == Reason.EXISTING_SESSION && ambiguous(open)) {
                continue;
            }
            if (!open.isEmpty()) {
                return placed(open.get(0));
            }
        }
        return null;
    }

    private Placed placed(Said said) {
        Statement.Proposed proposed = proposal(said);
        rules.add(said.rule());
        String agentId = proposed.agent().getId();
        return new Placed(agentId, proposed.reason(), proposed.domain(), 0, leaseBehind(proposed));
    }

    private @Nullable LeaseView leaseBehind(Statement.Proposed proposed) {
        if (proposed.reason() != Reason.EXISTING_LEASE) {
            return null;
        }
        return leases.stream()
                .filter(l -> l.agentId().equals(proposed.agent().getId())
                        && l.domain().equals(proposed.domain()))
                .findFirst()
                .orElse(null);
    }

    private boolean ambiguous(List<Said> open) {
        if (turn.oneDomain.isEmpty()) {
            return false;
        }
        List<String> domains = open.stream()
                .map(s -> proposal(s).domain())
                .filter(d -> !d.isEmpty())
                .toList();
        boolean two = domains.stream().anyMatch(d -> !sameDomain.test(d, domains.get(0)));
        if (two) {
            Said said = turn.oneDomain.get(0);
            rules.add(said.rule());
            turn.notes.add(((Statement.OneDomain) said.statement()).note());
        }
        return two;
    }

    private boolean isOpen(Statement.Proposed proposed) {
        Verdict verdict = verdictOf(proposed.agent().getId());
        return verdict != null && verdict.farmIds().contains(farm.id()) && firstStop(verdict, proposed.heeds()) == null;
    }

    private @Nullable Verdict verdictOf(String agentId) {
        Standing standing = hosts.get(agentId);
        return standing == null ? null : standing.verdict();
    }

    /** The first exclusion, in counting order, that stops a request which heeds such ones. */
    private @Nullable Exclusion firstStop(Verdict verdict, Bars heeds) {
        String id = verdict.agent().id();
        Set<String> waived = turn.waived.getOrDefault(id, Set.of());
        Exclusion first = null;
        for (Exclusion exclusion : verdict.exclusions()) {
            if (counts(exclusion, waived, heeds)) {
                first = exclusion;
                break;
            }
        }
        for (Exclusion exclusion : turn.exclusions.getOrDefault(id, List.of())) {
            if (counts(exclusion, waived, heeds) && (first == null || exclusion.place() < first.place())) {
                first = exclusion;
            }
        }
        return first;
    }

    private boolean counts(Exclusion exclusion, Set<String> waived, Bars heeds) {
        return exclusion.holdsFor(farm.id(), resourceId)
                && !waived.contains(exclusion.code())
                && Verdict.stops(exclusion, heeds);
    }

    private @Nullable Ranked pick(long seed) {
        Pick how = turn.picks.isEmpty()
                ? Pick.BEST
                : ((Statement.Picked) turn.picks.get(0).statement()).pick();
        if (how == Pick.BEST) {
            return best();
        }
        rules.add(turn.picks.get(0).rule());
        List<Ranked> candidates = candidates();
        if (candidates.isEmpty()) {
            return null;
        }
        int among = how == Pick.RANDOM
                ? candidates.size()
                : Math.min(candidates.size(), Math.max(2, candidates.size() / 5));
        return candidates.get(new SplittableRandom(seed).nextInt(among));
    }

    private @Nullable Ranked best() {
        Ranked best = bestTouched();
        for (Ranked ranked : ranking) {
            if (turn.touches(ranked.verdict().agent().id())) {
                continue;
            }
            if (best != null && Ranking.BEST_FIRST.compare(best, ranked) <= 0) {
                return best;
            }
            if (firstStop(ranked.verdict(), Bars.NEW_SESSION) == null) {
                return ranked;
            }
        }
        return best;
    }

    private @Nullable Ranked bestTouched() {
        return touched().min(Ranking.BEST_FIRST).orElse(null);
    }

    private Stream<Ranked> touched() {
        return Stream.of(turn.exclusions, turn.terms, turn.waived)
                .flatMap(said -> said.keySet().stream())
                .distinct()
                .map(this::verdictOf)
                .filter(v -> v != null && v.farmIds().contains(farm.id()) && firstStop(v, Bars.NEW_SESSION) == null)
                .map(this::rankTouched);
    }

    private Ranked rankTouched(Verdict verdict) {
        List<ScoreTerm> extra = turn.terms.getOrDefault(verdict.agent().id(), List.of()).stream()
                .filter(t -> t.countsIn(farm.id(), farm.strategy()))
                .sorted(Comparator.comparing((ScoreTerm t) -> t.rule().id()).thenComparing(ScoreTerm::points))
                .toList();
        double sum = verdict.score(farm.id(), farm.strategy());
        for (ScoreTerm term : extra) {
            sum += term.points();
        }
        return new Ranked(sum, verdict);
    }

    /** Every host that takes this request as a new session, best first. */
    private List<Ranked> candidates() {
        List<Ranked> all = new ArrayList<>(touched().toList());
        for (Ranked ranked : ranking) {
            if (!turn.touches(ranked.verdict().agent().id()) && firstStop(ranked.verdict(), Bars.NEW_SESSION) == null) {
                all.add(ranked);
            }
        }
        all.sort(Ranking.BEST_FIRST);
        return all;
    }

    /** Members of the farm by the first reason that bars them. */
    private Map<String, Integer> counts() {
        Map<String, Integer> byCode =
                new TreeMap<>(Comparator.comparingInt(Selection::placeOf).thenComparing(Comparator.naturalOrder()));
        for (Standing standing : hosts.values()) {
            Verdict verdict = standing.verdict();
            if (verdict != null && verdict.farmIds().contains(farm.id())) {
                Exclusion first = firstStop(verdict, Bars.NEW_SESSION);
                if (first != null) {
                    byCode.merge(first.code(), 1, Integer::sum);
                }
            }
        }
        return byCode;
    }

    private static int placeOf(String code) {
        int place = Exclusion.ORDER.indexOf(code);
        return place < 0 ? Exclusion.ORDER.size() : place;
    }

    private static Statement.Proposed proposal(Said said) {
        return (Statement.Proposed) said.statement();
    }

    private static int compareOrder(Statement.Proposed a, Statement.Proposed b) {
        int shared = Math.min(a.order().size(), b.order().size());
        for (int i = 0; i < shared; i++) {
            int compared = Double.compare(a.order().get(i), b.order().get(i));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(a.order().size(), b.order().size());
    }
}
