package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.policy.Decision;
import io.drover.policy.FleetMark;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.RuleSource;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VerdictsHeardTest {

    private static final String RULES = """
            package drover
            import io.drover.policy.fact.*
            rule "Whole fleet" @id("whole") @stage(filter)
            when $farm : Farm( whole_fleet == true ) $agent : Agent()
            then $agent.join( $farm ); end
            rule "Any call" @id("call") @stage(resolve)
            when $call : Call( farm_id == "" )
            then $call.whole_fleet( 9 ); end
            rule "Refuse" @id("refuse") @stage(resolve)
            when $call : Call( farm_id == "none" )
            then $call.refuse( "farm_unavailable", "no such farm", 0 ); end
            rule "Only while nobody asks" @id("idle") @stage(score)
            when not Request() $agent : Agent()
            then $agent.score( "idle", 1 ); end
            rule "Sick" @id("sick") @stage(score)
            when $agent : Agent( hostname == "sick" )
            then $agent.score( "sick", 1.0 / 0 ); end
            """;

    private final Heard heard = new Heard();

    @Test
    void theMarkStandsForTheVerdictsThatTheDecisionWasMadeOn() throws Exception {
        try (LivingEngine engine = engine()) {
            engine.put(LivingEngineTest.host("a", 90, 0));
            engine.put(LivingEngineTest.host("b", 80, 0));
            engine.settle();
            assertThat(labels(heard.verdicts)).containsExactly("idle");

            Decision decision = engine.decide(LivingEngineTest.question("alice"));

            assertThat(decision.mark()).isEqualTo(new Mark(decision.fleetVersion()));
            assertThat(labels(heard.atMark.getOrDefault(decision.fleetVersion(), Map.of())))
                    .as("nobody was idle while the request was decided")
                    .isEmpty();
            assertThat(labels(heard.verdicts)).containsExactly("idle");
        }
    }

    @Test
    void aRequestThatNoHostWasLookedAtForLeavesAMarkTooForTheFarmsAndResourcesItSaw() throws Exception {
        try (LivingEngine engine = engine()) {
            engine.put(LivingEngineTest.host("a", 90, 0));

            Decision decision = engine.decide(LivingEngineTest.question("alice", "none"));

            assertThat(decision.mark()).isEqualTo(new Mark(decision.fleetVersion()));
            assertThat(decision.farm()).isNull();
        }
    }

    @Test
    void afterAFaultTheListenerStartsFromNothing() throws Exception {
        try (LivingEngine engine = engine()) {
            engine.put(LivingEngineTest.host("a", 90, 0));
            engine.settle();
            engine.put(sick("a"));
            assertThatThrownBy(engine::settle).isInstanceOf(PolicyFailedException.class);
            engine.removeAgent("a");
            engine.put(LivingEngineTest.host("b", 90, 0));

            engine.settle();

            assertThat(heard.verdicts).containsOnlyKeys("b");
        }
    }

    private static List<String> labels(Map<String, Verdict> verdicts) {
        Verdict verdict = Objects.requireNonNull(verdicts.get("a"));
        return verdict.terms().stream().map(ScoreTerm::label).toList();
    }

    private LivingEngine engine() throws Exception {
        CompiledRules rules = new RuleCompiler(false).compile(new RuleSource(new TreeMap<>(Map.of("r.drl", RULES))));
        LivingEngine engine = new LivingEngine(rules, String::equals, heard);
        engine.put(new Settings("", true, true, true, 60));
        return engine;
    }

    private static AgentView sick(String id) {
        return new AgentView(
                id, "sick", "", "online", false, true, 9, 20.0, 45.0, 0, 0, 0, 0, null, null, 100, true, "unknown", 0,
                false, Map.of(), List.of(), List.of());
    }

    private record Mark(long version) implements FleetMark {}

    private static final class Heard implements VerdictListener {
        private final Map<String, Verdict> verdicts = new HashMap<>();
        private final Map<Long, Map<String, Verdict>> atMark = new HashMap<>();

        @Override
        public void restarted() {
            verdicts.clear();
        }

        @Override
        public void judged(long fleetVersion, Verdict verdict) {
            verdicts.put(verdict.agent().id(), verdict);
        }

        @Override
        public void forgotten(long fleetVersion, String agentId) {
            verdicts.remove(agentId);
        }

        @Override
        public FleetMark decided(long fleetVersion) {
            atMark.put(fleetVersion, Map.copyOf(verdicts));
            return new Mark(fleetVersion);
        }
    }
}
