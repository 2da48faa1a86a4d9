package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Decision;
import io.drover.policy.Decision.Outcome;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.PolicyEngine;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Exclusions and score terms that are said for one farm, one resource or one strategy count there alone. */
class ScopesTest {

    private static final String IN_FARM = """
            rule "Odd hosts are not for red" @id("not-red") @stage(filter) @doc("test")
            when
                $farm : Farm( id == "red" )
                $agent : Agent( id == "a" )
            then
                $agent.exclude( $farm, "not-red", Bars.NEW_SESSION, "" );
            end
            rule "Blue likes a" @id("blue-likes") @stage(score) @doc("test")
            when
                $farm : Farm( id == "blue" )
                $agent : Agent( id == "a" )
            then
                $agent.score( $farm, "liked", 1000 );
            end
            """;

    @Test
    void whatIsSaidInOneFarmLeavesTheOthersAlone() {
        try (PolicyEngine engine = Rules.engine(Rules.shippedAnd(IN_FARM))) {
            engine.put(farm("red", "score", 60));
            engine.put(farm("blue", "score", 60));
            engine.put(Host.named("a").active(9).farms("red", "blue").view());
            engine.put(Host.named("b").farms("red", "blue").view());
            assertThat(agent(engine, Ask.by("u").farm("red"))).isEqualTo("b");
            assertThat(agent(engine, Ask.by("u").farm("blue"))).isEqualTo("a");
            engine.removeAgent("a");
            engine.removeAgent("b");
            engine.put(Host.named("a").farms("red", "blue").view());
            assertThat(refused(engine, Ask.by("u").farm("red")).excluded()).isEqualTo(Map.of("custom:not-red", 1));
            assertThat(agent(engine, Ask.by("u").farm("blue"))).isEqualTo("a");
        }
    }

    @Test
    void oneHostInTwoFarmsIsRankedByEachFarmsStrategy() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(farm("classic", "score", 60));
            engine.put(farm("broker", "least-sessions", 60));
            engine.put(Host.named("busy")
                    .active(4)
                    .health(100)
                    .farms("classic", "broker")
                    .view());
            engine.put(Host.named("sick")
                    .active(3)
                    .health(70)
                    .farms("classic", "broker")
                    .view());
            assertThat(agent(engine, Ask.by("u").farm("classic"))).isEqualTo("busy");
            assertThat(agent(engine, Ask.by("u").farm("broker"))).isEqualTo("sick");
            assertThat(((Placed) decide(engine, Ask.by("u").farm("broker"))).score())
                    .isEqualTo(-3.0);
        }
    }

    @Test
    void aFarmThatChangesItsStrategyIsRankedAnew() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(farm("f", "score", 60));
            engine.put(Host.named("a").active(1).farms("f").view());
            engine.put(Host.named("b").active(2).farms("f").view());
            assertThat(agent(engine, Ask.by("u").farm("f"))).isEqualTo("a");
            engine.put(farm("f", "most-sessions", 60));
            assertThat(agent(engine, Ask.by("u").farm("f"))).isEqualTo("b");
            engine.put(farm("f", "score", 60));
            assertThat(agent(engine, Ask.by("u").farm("f"))).isEqualTo("a");
        }
    }

    @Test
    void aFarmWhoseStrategyNoRuleKnowsIsRankedByTheUsualOne() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(farm("f", "lest-sessions", 60));
            engine.put(Host.named("a").active(2).farms("f").view());
            engine.put(Host.named("b").active(1).farms("f").view());

            Placed placed = (Placed) decide(engine, Ask.by("u").farm("f"));

            assertThat(placed.agentId()).isEqualTo("b");
        }
    }

    @Test
    void eachFarmHasItsOwnHealthLimitAlsoALowerOne() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(farm("strict", "score", 80));
            engine.put(farm("easy", "score", 10));
            engine.put(Host.named("a").health(40).farms("strict", "easy").view());
            assertThat(refused(engine, Ask.by("u").farm("strict")).excluded()).isEqualTo(Map.of("below-min-health", 1));
            assertThat(agent(engine, Ask.by("u").farm("easy"))).isEqualTo("a");
            assertThat(refused(engine, Ask.by("u")).excluded()).isEqualTo(Map.of("below-min-health", 1));
            engine.put(Host.named("a").health(80).farms("strict", "easy").view());
            assertThat(agent(engine, Ask.by("u").farm("strict"))).isEqualTo("a");
        }
    }

    @Test
    void readinessForOneResourceDoesNotBarAnother() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(app("word", true));
            engine.put(app("excel", true));
            engine.put(app("loose", false));
            engine.put(Host.named("a").app("word", true).view());
            engine.put(Host.named("b").active(3).app("excel", true).view());
            assertThat(agent(engine, Ask.by("u").resource("word"))).isEqualTo("a");
            assertThat(agent(engine, Ask.by("u").resource("excel"))).isEqualTo("b");
            assertThat(agent(engine, Ask.by("u").resource("loose"))).isEqualTo("a");
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("a");
            engine.put(Host.named("a").app("word", false).view());
            assertThat(refused(engine, Ask.by("u").resource("word")).excluded())
                    .isEqualTo(Map.of("remote-app-not-ready", 2));
        }
    }

    private static FarmView farm(String id, String strategy, int minHealth) {
        return new FarmView(id, true, List.of(), Map.of(), strategy, false, minHealth);
    }

    private static ResourceView app(String id, boolean managed) {
        return new ResourceView(id, "remoteapp", "", "", "", "", id, managed, Set.of(), true);
    }

    private static Outcome decide(PolicyEngine engine, Ask ask) {
        Decision decision = engine.decide(ask.question());
        return decision.outcome();
    }

    private static String agent(PolicyEngine engine, Ask ask) {
        return ((Placed) decide(engine, ask)).agentId();
    }

    private static Refused refused(PolicyEngine engine, Ask ask) {
        return (Refused) decide(engine, ask);
    }
}
