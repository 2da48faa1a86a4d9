package io.drover.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.benchmarks.HandWrittenLoop.Explained;
import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.Question;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

/** The comparison is fair: the loop decides what the rules decide. */
class HandWrittenLoopTest {

    @Test
    void theLoopDecidesWhatTheRulesDecide() throws Exception {
        try (CompiledRules rules = new RuleLoader(false).load(RuleSource.read(Path.of("..", "rules")))) {
            for (int seed = 0; seed < 20; seed++) {
                RandomFleet fleet = RandomFleet.of(1 + seed % 20, seed);
                HandWrittenLoop loop = new HandWrittenLoop(fleet);
                try (LivingEngine engine = new LivingEngine(rules, String::equals, VerdictListener.NONE)) {
                    fleet.tell(engine);
                    fleet.questions().forEach(q -> assertSame(q, engine, loop));
                }
            }
        }
    }

    private static void assertSame(Question question, LivingEngine engine, HandWrittenLoop loop) {
        Decision decision = engine.decide(question);
        Explained explained = loop.decide(question);
        if (decision.outcome() instanceof Placed placed) {
            assertThat(explained.agentId()).isEqualTo(placed.agentId());
            assertThat(explained.reason()).isEqualTo(placed.reason().text());
            assertThat(explained.score()).isEqualTo(placed.score());
        } else if (decision.outcome() instanceof Refused refused) {
            assertThat(explained.agentId()).isNull();
            assertThat(explained.reason()).isEqualTo(refused.code());
            assertThat(explained.excluded()).isEqualTo(new HashMap<>(refused.excluded()));
        }
    }
}
