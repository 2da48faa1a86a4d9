package io.drover.decision;

import io.drover.decision.DecisionStory.Barrier;
import io.drover.decision.DecisionStory.Facts;
import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Term;
import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts together what holds for every host and what was said for one request alone. */
final class HostTelling {

    private static final Comparator<Open> BEST_FIRST = Comparator.comparingDouble(Open::score)
            .reversed()
            .thenComparingInt(open -> open.verdict().agent().underWay())
            .thenComparingInt(open -> open.verdict().agent().sessions())
            .thenComparing(open -> open.verdict().agent().id());
    private static final Comparator<Exclusion> IN_COUNTING_ORDER =
            Comparator.comparingInt(Exclusion::place).thenComparing(Exclusion::code);
    private static final Comparator<ScoreTerm> IN_SUMMING_ORDER =
            Comparator.comparing((ScoreTerm term) -> term.rule().id()).thenComparing(ScoreTerm::points);

    private final Decision decision;
    private final FarmView farm;
    private final String chosen;

    HostTelling(Decision decision, FarmView farm) {
        this.decision = decision;
        this.farm = farm;
        chosen = decision.outcome() instanceof Decision.Placed placed ? placed.agentId() : "";
    }

    /** A host that takes the session as a new one. */
    private record Open(Verdict verdict, double score) {}

    /** Those that take the session, best first; those that are barred, by the first reason; those of other farms. */
    List<Host> tell(Collection<Verdict> verdicts) {
        List<Open> open = new ArrayList<>();
        List<Host> barred = new ArrayList<>();
        List<Host> strangers = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            if (!verdict.farmIds().contains(farm.id())) {
                strangers.add(host(verdict, null, null));
            } else if (barriers(verdict).stream().allMatch(Barrier::waived)) {
                open.add(new Open(verdict, score(verdict)));
            } else {
                barred.add(host(verdict, null, score(verdict)));
            }
        }
        open.sort(BEST_FIRST);
        barred.sort(Comparator.comparingInt(HostTelling::firstReason).thenComparing(Host::agentId));
        strangers.sort(Comparator.comparing(Host::agentId));
        List<Host> all = new ArrayList<>(verdicts.size());
        open.forEach(one -> all.add(host(one.verdict(), all.size() + 1, one.score())));
        all.addAll(barred);
        all.addAll(strangers);
        return all;
    }

    private static int firstReason(Host host) {
        return host.exclusions().stream()
                .filter(barrier -> !barrier.waived())
                .mapToInt(barrier -> Exclusion.ORDER.indexOf(barrier.code()))
                .map(place -> place < 0 ? Exclusion.ORDER.size() : place)
                .min()
                .orElse(0);
    }

    private Host host(Verdict verdict, @Nullable Integer rank, @Nullable Double score) {
        AgentView agent = verdict.agent();
        return new Host(
                agent.id(),
                agent.hostname(),
                score != null,
                agent.id().equals(chosen),
                rank,
                score,
                facts(agent),
                barriers(verdict),
                score == null ? List.of() : terms(verdict));
    }

    private List<Barrier> barriers(Verdict verdict) {
        List<Exclusion> own = decision.exclusions().getOrDefault(verdict.agent().id(), List.of());
        Set<String> waived = decision.waived().getOrDefault(verdict.agent().id(), Set.of());
        List<Exclusion> all = new ArrayList<>(verdict.exclusions());
        all.addAll(own);
        all.sort(IN_COUNTING_ORDER);
        return all.stream()
                .filter(one -> one.holdsFor(farm.id(), decision.resourceId()))
                .map(one -> new Barrier(
                        one.code(),
                        one.bars().name().toLowerCase(Locale.ROOT),
                        one.detail(),
                        own.contains(one),
                        waived.contains(one.code()),
                        one.rule()))
                .toList();
    }

    private double score(Verdict verdict) {
        double sum = verdict.score(farm.id(), farm.strategy());
        for (ScoreTerm term : ownTerms(verdict)) {
            sum += term.points();
        }
        return positiveZero(sum);
    }

    private List<Term> terms(Verdict verdict) {
        List<Term> all = new ArrayList<>();
        verdict.terms().stream().filter(this::counts).forEach(term -> all.add(term(term, false)));
        ownTerms(verdict).forEach(term -> all.add(term(term, true)));
        return all;
    }

    private List<ScoreTerm> ownTerms(Verdict verdict) {
        return decision.terms().getOrDefault(verdict.agent().id(), List.of()).stream()
                .filter(this::counts)
                .sorted(IN_SUMMING_ORDER)
                .toList();
    }

    private boolean counts(ScoreTerm term) {
        return term.countsIn(farm.id(), farm.strategy());
    }

    private static Term term(ScoreTerm term, boolean forThisRequest) {
        return new Term(term.label(), positiveZero(term.points()), forThisRequest, term.rule());
    }

    /** The database knows no negative zero, and people need none. */
    static double positiveZero(double number) {
        return number + 0.0;
    }

    private static Facts facts(AgentView agent) {
        return new Facts(
                agent.zone(),
                agent.mode(),
                agent.quarantined(),
                agent.online(),
                agent.healthScore(),
                agent.cpuPercent(),
                agent.memoryUsedPercent(),
                agent.activeSessions(),
                agent.disconnectedSessions(),
                agent.otherSessions(),
                agent.underWay(),
                agent.maxSessions(),
                agent.maxConcurrentLogons(),
                agent.weight(),
                agent.rdpListenerOk(),
                agent.probeState(),
                agent.failedUsers(),
                agent.fresh(),
                new TreeMap<>(agent.tags()),
                agent.farmIds());
    }
}
