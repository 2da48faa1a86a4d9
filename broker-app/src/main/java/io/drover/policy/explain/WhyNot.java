package io.drover.policy.explain;

import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.RuleSource;
import io.drover.policy.Scene;
import io.drover.policy.Verdict;
import io.drover.policy.engine.RuleProbes;
import io.drover.policy.engine.RuleProbes.Held;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Stage;
import io.drover.policy.lint.RuleStep;
import io.drover.policy.lint.RuleSteps;
import io.drover.policy.lint.RuleSteps.Subject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells of one host why rules said nothing of it: tries their conditions one after another on the facts of a decision,
 * by the same engine, and names the first that does not hold.
 */
public final class WhyNot {

    private static final Set<Stage> PROPOSING = Set.of(Stage.RECONNECT, Stage.LEASE, Stage.SELECT);

    private final RuleSource rules;
    private final Scene scene;
    private final Subject subject;

    /**
     * @param rules the rules that decided
     * @param scene what they decided on
     * @param agentId the host
     */
    public WhyNot(RuleSource rules, Scene scene, String agentId) {
        this.rules = rules;
        this.scene = scene;
        ResourceView resource = scene.resource();
        subject =
                new Subject(agentId, scene.farm().id(), scene.farm().strategy(), resource == null ? "" : resource.id());
    }

    /** What became of the rule of that id; empty when no rule about hosts has it. */
    public List<RuleTold> ofRule(String id) {
        return told(rule -> rule.rule().id().equals(id));
    }

    /**
     * What became of the rules that would have brought the user there: those that make a host a member when it is none;
     * those that waive what bars it; those that propose hosts for a session, a lease, or ahead of the ranking.
     */
    public List<RuleTold> ofAdmittingRules(Decision decision, Verdict verdict) {
        if (!verdict.farmIds().contains(scene.farm().id())) {
            return told(rule -> says(rule, "join"));
        }
        Set<String> waived = decision.waived().getOrDefault(subject.agentId(), Set.of());
        Set<String> barring = Stream.concat(
                        verdict.exclusions().stream(),
                        decision.exclusions().getOrDefault(subject.agentId(), List.of()).stream())
                .filter(e -> e.holdsFor(scene.farm().id(), subject.resourceId()))
                .map(Exclusion::code)
                .filter(code -> !waived.contains(code))
                .collect(Collectors.toSet());
        return told(rule -> waives(rule, barring) || (PROPOSING.contains(rule.stage()) && says(rule, "propose")));
    }

    private static boolean says(RuleSteps rule, String effect) {
        return rule.effects().stream().anyMatch(e -> e.name().equals(effect));
    }

    private static boolean waives(RuleSteps rule, Set<String> codes) {
        return rule.effects().stream()
                .filter(e -> e.name().equals("waive"))
                .anyMatch(e -> e.texts().isEmpty()
                        || e.texts().stream().map(Exclusion::codeOf).anyMatch(codes::contains));
    }

    private List<RuleTold> told(Predicate<RuleSteps> which) {
        List<RuleSteps> chosen =
                RuleSteps.of(rules, subject).stream().filter(which).toList();
        if (chosen.isEmpty()) {
            return List.of();
        }
        Map<String, Held> held = RuleProbes.hold(probes(chosen), scene);
        return chosen.stream().map(rule -> told(rule, held)).toList();
    }

    private static String probes(List<RuleSteps> chosen) {
        StringBuilder probes = new StringBuilder("package drover\nimport io.drover.policy.fact.*\n");
        for (RuleSteps rule : chosen) {
            for (int i = 0; i < rule.steps().size(); i++) {
                probes.append("rule \"%s\" when\n%sthen\nend\n"
                        .formatted(name(rule, i), rule.steps().get(i).probe()));
            }
        }
        return probes.toString();
    }

    private static String name(RuleSteps rule, int step) {
        return rule.rule().id() + "/" + step;
    }

    private static RuleTold told(RuleSteps rule, Map<String, Held> held) {
        Map<String, Object> bound = Map.of();
        for (int i = 0; i < rule.steps().size(); i++) {
            Held now = held.get(name(rule, i));
            if (now == null) {
                RuleStep step = rule.steps().get(i);
                return new RuleTold(
                        rule.rule(),
                        rule.stage().word(),
                        false,
                        step.line(),
                        step.column(),
                        step.condition(),
                        step.sentence(bound));
            }
            bound = now.bound();
        }
        return new RuleTold(rule.rule(), rule.stage().word(), true, 0, 0, "", "");
    }
}
