package io.drover.replay;

import io.drover.identity.Domains;
import io.drover.policy.Decision;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.FreshEngine;
import io.drover.policy.engine.LivingEngine;
import java.util.Map;
import java.util.function.Consumer;
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
        return Comparison.of(before, () -> liveVerdicts(question), candidate, question);
    }

    private Map<String, Verdict> liveVerdicts(Question question) {
        if (live == null) {
            return Map.of();
        }
        live.decide(question);
        return Comparison.byHost(live.judged());
    }

    @Override
    public void close() {
        candidate.close();
    }
}
