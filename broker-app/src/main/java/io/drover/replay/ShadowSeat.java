package io.drover.replay;

import io.drover.identity.Domains;
import io.drover.policy.Decision;
import io.drover.policy.PolicyEngine;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.FreshEngine;
import io.drover.policy.engine.LivingEngine;
import io.drover.replay.Change.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The candidate's engine, and one of the rules that decide, which is asked only for why something is different. For one
 * thread.
 */
final class ShadowSeat implements AutoCloseable {

    private final LivingEngine candidate;
    private final @Nullable FreshEngine live;

    /** @param live the rules that decide, null when they cannot be had */
    ShadowSeat(CompiledRules candidate, @Nullable CompiledRules live, Domains domains) {
        this.candidate = new LivingEngine(candidate, domains::same, VerdictListener.NONE);
        this.live = live == null ? null : new FreshEngine(live, domains::same);
    }

    void tell(Consumer<PolicyEngine> change) {
        change.accept(candidate);
        if (live != null) {
            change.accept(live);
        }
    }

    /** What is different by the candidate, null when nothing is. */
    @Nullable
    Change decide(Question question, Decision before) {
        try {
            Decision after = candidate.decide(question);
            if (Comparison.isSame(before, after)) {
                return null;
            }
            return new Comparison(
                            new Comparison.Side(before, liveVerdicts(question)),
                            new Comparison.Side(after, byHost(candidate.verdicts())))
                    .change();
        } catch (PolicyFailedException failed) {
            return new Change(
                    Kind.NOW_FAILED,
                    String.valueOf(failed.getMessage()),
                    Comparison.text(before.outcome()),
                    "policy_failed");
        }
    }

    private Map<String, Verdict> liveVerdicts(Question question) {
        if (live == null) {
            return Map.of();
        }
        live.decide(question);
        return byHost(live.judged());
    }

    private static Map<String, Verdict> byHost(Collection<Verdict> verdicts) {
        return List.copyOf(verdicts).stream()
                .collect(Collectors.toMap(verdict -> verdict.agent().id(), Function.identity()));
    }

    @Override
    public void close() {
        candidate.close();
    }
}
