package io.drover.scenario.run;

import io.drover.decision.DecisionStory;
import io.drover.decision.PlacementRecorder;
import io.drover.decision.StoryText;
import io.drover.fleet.Attempt;
import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import io.drover.placement.PlacementRequest;
import io.drover.policy.Exclusion;
import io.drover.policy.RuleSource;
import io.drover.policy.Scene;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.explain.WhyNot;
import io.drover.policy.fact.Settings;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One answer and what it was decided on.
 *
 * @param asked what was asked
 * @param decision what a gateway is answered
 * @param attempt the decision, null when the request was refused before any
 * @param verdicts what the rules said of every host
 * @param firedRules ids of the rules that fired
 */
record Answer(
        PlacementRequest asked,
        PlacementDecision decision,
        @Nullable Attempt attempt,
        List<Verdict> verdicts,
        Set<String> firedRules) {

    Answer {
        verdicts = List.copyOf(verdicts);
        firedRules = Set.copyOf(firedRules);
    }

    /**
     * The decision as {@code drover explain} tells it, hosts by their ids; empty when the request was refused before
     * any.
     */
    Optional<DecisionStory> story() {
        return Optional.ofNullable(attempt)
                .map(known -> DecisionStory.of(
                                PlacementRecorder.asked(asked), known.question(), known.decision(), verdicts)
                        .byIds());
    }

    /** Why it did not fall on a host, by the rules and settings that decided. */
    NotThere whyNot(RuleSource rules, Settings settings, String agentId, String ruleId) {
        Optional<Verdict> verdict =
                verdicts.stream().filter(v -> v.agent().id().equals(agentId)).findFirst();
        Scene scene = attempt == null ? null : Scene.of(attempt.question(), settings, attempt.decision(), verdicts);
        if (attempt == null || scene == null || verdict.isEmpty()) {
            return new NotThere(sentences(), story(), List.of());
        }
        WhyNot asked = new WhyNot(rules, scene, agentId);
        return new NotThere(
                sentences(),
                story(),
                ruleId.isEmpty() ? asked.ofAdmittingRules(attempt.decision(), verdict.get()) : asked.ofRule(ruleId));
    }

    /** Who asked for what and what came of it. */
    String sentences() {
        return story().map(StoryText::sentences)
                .orElseGet(() -> decision instanceof Refused refused
                        ? "\"%s\" asked. Refused with %s: %s."
                                .formatted(asked.username(), refused.code(), refused.message())
                        : "\"%s\" asked for a connection that is left alone.".formatted(asked.username()));
    }

    /** How the answer came about, several lines. */
    String explanation() {
        return story().map(told -> StoryText.of(told, StoryText.Look.PLAIN).stripTrailing())
                .orElseGet(this::sentences);
    }

    /** What was answered, in a few words. */
    String shortly() {
        if (decision instanceof Placed placed) {
            return placed.agentId() + ", " + placed.reason().text();
        } else if (decision instanceof Refused refused) {
            return "refused: " + refused.code() + (refused.excluded().isEmpty() ? "" : " " + refused.excluded());
        }
        return "unbrokered";
    }

    Optional<Placed> placed() {
        return decision instanceof Placed placed ? Optional.of(placed) : Optional.empty();
    }

    String farmId() {
        return attempt == null ? "" : attempt.decision().farmId();
    }

    String resourceId() {
        return attempt == null ? "" : attempt.decision().resourceId();
    }

    List<String> notes() {
        return attempt == null ? List.of() : attempt.decision().notes();
    }

    boolean isMember(Verdict verdict) {
        return verdict.farmIds().contains(farmId());
    }

    /** Why each host is barred for this request, by agent id, in counting order; hosts of other farms among them. */
    Map<String, Set<String>> excluded() {
        Map<String, Set<String>> excluded = new TreeMap<>();
        for (Verdict verdict : verdicts) {
            Set<String> codes = codes(verdict);
            if (!isMember(verdict)) {
                codes.add("not-a-member");
            }
            if (!codes.isEmpty()) {
                excluded.put(verdict.agent().id(), codes);
            }
        }
        return excluded;
    }

    private Set<String> codes(Verdict verdict) {
        String id = verdict.agent().id();
        Set<String> codes = new LinkedHashSet<>();
        verdict.exclusions().stream()
                .filter(e -> e.holdsFor(farmId(), resourceId()))
                .map(Exclusion::code)
                .forEach(codes::add);
        if (attempt != null) {
            attempt.decision().exclusions().getOrDefault(id, List.of()).stream()
                    .map(Exclusion::code)
                    .forEach(codes::add);
            codes.removeAll(attempt.decision().waived().getOrDefault(id, Set.of()));
        }
        return codes;
    }

    /** What makes up the score of each member, label by label, by agent id. */
    Map<String, Map<String, Double>> terms(String strategy) {
        Map<String, Map<String, Double>> all = new TreeMap<>();
        for (Verdict verdict : verdicts) {
            if (isMember(verdict)) {
                Map<String, Double> terms = new TreeMap<>();
                verdict.terms().forEach(t -> add(terms, t, strategy));
                if (attempt != null) {
                    attempt.decision()
                            .terms()
                            .getOrDefault(verdict.agent().id(), List.of())
                            .forEach(t -> add(terms, t, strategy));
                }
                all.put(verdict.agent().id(), terms);
            }
        }
        return all;
    }

    private void add(Map<String, Double> terms, ScoreTerm term, String strategy) {
        if (term.countsIn(farmId(), strategy)) {
            terms.merge(term.label(), term.points(), Double::sum);
        }
    }

    /** The score of each member, by agent id. */
    Map<String, Double> scores(String strategy) {
        Map<String, Double> scores = new HashMap<>();
        terms(strategy)
                .forEach((id, terms) -> scores.put(
                        id,
                        terms.values().stream().mapToDouble(Double::doubleValue).sum()));
        return scores;
    }
}
