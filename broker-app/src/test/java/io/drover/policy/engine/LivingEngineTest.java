package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Question;
import io.drover.policy.RuleSource;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LivingEngineTest {

    private static final Path RULES = Path.of("..", "rules");

    @Test
    void theHostWithTheBestScoreWins() throws Exception {
        try (CompiledRules rules = new RuleCompiler(false).compile(RuleSource.read(RULES));
                LivingEngine engine = new LivingEngine(rules, String::equals, VerdictListener.NONE)) {
            engine.put(new Settings("", true, true, true, 60));
            engine.put(host("rds-01", 95, 12));
            engine.put(host("rds-02", 90, 4));
            Decision decision = engine.decide(question("alice"));
            assertThat(decision.outcome()).isInstanceOf(Placed.class);
            assertThat(((Placed) decision.outcome()).agentId()).isEqualTo("rds-02");
        }
    }

    static AgentView host(String id, int health, int active) {
        return new AgentView(
                id, id, "", "online", false, true, health, 20.0, 45.0, active, 1, 0, 0, null, null, 100, true,
                "unknown", 0, false, Map.of(), List.of(), List.of());
    }

    static Question question(String user) {
        return question(user, "");
    }

    static Question question(String user, String farmId) {
        return new Question(
                new UserName(user, ""),
                new CallView("", farmId, "", "", "", Set.of(), "", ""),
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                0,
                1);
    }
}
