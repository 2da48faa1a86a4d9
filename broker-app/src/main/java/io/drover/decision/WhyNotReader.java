package io.drover.decision;

import io.drover.decision.DecisionReader.Evidence;
import io.drover.policy.Decision;
import io.drover.policy.PolicyShelf;
import io.drover.policy.Question;
import io.drover.policy.RuleSource;
import io.drover.policy.Scene;
import io.drover.policy.Verdict;
import io.drover.policy.explain.RuleTold;
import io.drover.policy.explain.WhyNot;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells why recorded decisions did not fall on a host, by the rules that decided. Safe for use by many threads. */
public final class WhyNotReader {

    private final DecisionReader decisions;
    private final PolicyShelf revisions;

    /**
     * @param decisions the records
     * @param revisions the rules that served
     */
    public WhyNotReader(DecisionReader decisions, PolicyShelf revisions) {
        this.decisions = decisions;
        this.revisions = revisions;
    }

    /** What comes of asking. */
    sealed interface Result {}

    /** The answer. */
    record Told(WhyNotAnswer answer) implements Result {}

    /** There is no such decision, host or rule. */
    record Unknown(String kind, String id) implements Result {}

    /** The record is not complete enough; {@code reason} is a sentence. */
    record NotRecorded(String reason) implements Result {}

    /**
     * Why the decision did not fall on a host.
     *
     * @param ruleId the rule that is asked about; empty for all that would have brought the user there
     */
    Result whyNot(String decisionId, String agentId, Optional<String> ruleId) {
        Optional<Evidence> found = decisions.find(decisionId);
        if (found.isEmpty()) {
            return new Unknown("decision", decisionId);
        }
        Evidence evidence = found.get();
        Decision decision = evidence.record().decision();
        List<Verdict> verdicts = evidence.verdicts();
        Scene scene = scene(evidence.record().question(), evidence.record().settings(), decision, verdicts);
        if (scene == null || decision == null || verdicts == null) {
            return new NotRecorded("the decision has no record of hosts");
        }
        Optional<Verdict> verdict =
                verdicts.stream().filter(v -> v.agent().id().equals(agentId)).findFirst();
        if (verdict.isEmpty()) {
            return new Unknown("agent", agentId);
        }
        Optional<RuleSource> rules = revisions.find(decision.revision());
        if (rules.isEmpty()) {
            return new NotRecorded("the rules of revision " + decision.revision() + " are not kept");
        }
        WhyNot asked = new WhyNot(rules.get(), scene, agentId);
        List<RuleTold> told =
                ruleId.map(asked::ofRule).orElseGet(() -> asked.ofAdmittingRules(decision, verdict.get()));
        return told.isEmpty() && ruleId.isPresent()
                ? new Unknown("rule about hosts", ruleId.get())
                : new Told(new WhyNotAnswer(decisionId, agentId, decision.revision(), told));
    }

    private static @Nullable Scene scene(
            @Nullable Question question,
            RecordedSettings settings,
            @Nullable Decision decision,
            @Nullable List<Verdict> verdicts) {
        return question == null || decision == null || verdicts == null
                ? null
                : Scene.of(question, settings.facts(), decision, verdicts);
    }
}
