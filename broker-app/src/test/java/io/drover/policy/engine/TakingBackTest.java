package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Exclusion;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules over several hosts: what a match said goes with the match, whichever host made it go. */
class TakingBackTest {

    private static final String BURNING_NEIGHBOUR = """
            rule "A neighbour is burning" @id("neighbour") @stage(filter) @doc("test")
            when
                $burning : Agent( $rack : tags["rack"] != null, cpu_percent >= 99 )
                $agent : Agent( this != $burning, tags["rack"] == $rack )
            then
                $agent.exclude( "hot-rack", Bars.NEW_SESSION, "next to " + $burning.getId() );
            end
            """;

    private static final String NO_SPARE = """
            rule "The last spare is kept" @id("last-spare") @stage(filter) @doc("test")
            when
                $agent : Agent( active_sessions == 0 )
                not Agent( this != $agent, active_sessions == 0 )
            then
                $agent.exclude( "last-spare", Bars.NEW_SESSION, "no other is empty" );
            end
            """;

    private static final String ANY_DRAINS = """
            rule "While any host drains the others are held" @id("held") @stage(score) @doc("test")
            when
                exists Agent( mode == "drain" )
                $agent : Agent( mode == "online" )
            then
                $agent.score( "held", -7 );
            end
            """;

    private static final String FLEET_LOAD = """
            rule "Points for the load of all" @id("all-load") @stage(score) @doc("test")
            when
                accumulate( Agent( $n : active_sessions ); $all : sum( $n ) )
                $agent : Agent()
            then
                $agent.score( "all", $all );
            end
            """;

    @Test
    void aNeighbourThatCoolsDownSetsTheOthersFree() {
        try (PolicyEngine engine = Rules.engine(Rules.leanAnd(BURNING_NEIGHBOUR))) {
            engine.put(inRack("a", "r1").view());
            engine.put(inRack("b", "r1").cpu(99.0).view());
            engine.put(inRack("c", "r2").view());
            assertThat(codes(engine, "a")).containsExactly("custom:hot-rack");
            assertThat(codes(engine, "b")).isEmpty();
            assertThat(codes(engine, "c")).isEmpty();

            engine.put(inRack("b", "r1").cpu(50.0).view());
            assertThat(codes(engine, "a")).isEmpty();
        }
    }

    @Test
    void twoBurningNeighboursAreTakenBackOneByOne() {
        try (PolicyEngine engine = Rules.engine(Rules.leanAnd(BURNING_NEIGHBOUR))) {
            engine.put(inRack("a", "r1").view());
            engine.put(inRack("b", "r1").cpu(99.0).view());
            engine.put(inRack("c", "r1").cpu(100.0).view());
            assertThat(codes(engine, "a")).containsExactly("custom:hot-rack", "custom:hot-rack");

            engine.removeAgent("b");
            assertThat(codes(engine, "a")).containsExactly("custom:hot-rack");
            assertThat(details(engine, "a")).containsExactly("next to c");

            engine.removeAgent("c");
            assertThat(codes(engine, "a")).isEmpty();
        }
    }

    @Test
    void whatIsSaidForWantOfAnotherHostGoesWhenThereIsOne() {
        try (PolicyEngine engine = Rules.engine(Rules.leanAnd(NO_SPARE))) {
            engine.put(Host.named("a").view());
            engine.put(Host.named("b").active(2).view());
            assertThat(codes(engine, "a")).containsExactly("custom:last-spare");

            engine.put(Host.named("b").view());
            assertThat(codes(engine, "a")).isEmpty();
            assertThat(codes(engine, "b")).isEmpty();

            engine.removeAgent("a");
            assertThat(codes(engine, "b")).containsExactly("custom:last-spare");
        }
    }

    @Test
    void whatIsSaidBecauseOneExistsHoldsUntilTheLastIsGone() {
        try (PolicyEngine engine = Rules.engine(Rules.leanAnd(ANY_DRAINS))) {
            engine.put(Host.named("a").view());
            engine.put(Host.named("b").mode("drain").view());
            engine.put(Host.named("c").mode("drain").view());
            assertThat(points(engine, "a", "held")).containsExactly(-7.0);

            engine.put(Host.named("b").mode("maintenance").view());
            assertThat(points(engine, "a", "held")).containsExactly(-7.0);

            engine.put(Host.named("c").view());
            assertThat(points(engine, "a", "held")).isEmpty();
            assertThat(points(engine, "c", "held")).isEmpty();
        }
    }

    @Test
    void whatIsSaidOfASumFollowsTheSum() {
        try (PolicyEngine engine = Rules.engine(Rules.leanAnd(FLEET_LOAD))) {
            engine.put(Host.named("a").active(3).view());
            engine.put(Host.named("b").active(4).view());
            assertThat(points(engine, "a", "all")).containsExactly(7.0);

            engine.put(Host.named("b").active(10).view());
            assertThat(points(engine, "a", "all")).containsExactly(13.0);
            assertThat(points(engine, "b", "all")).containsExactly(13.0);

            engine.removeAgent("b");
            assertThat(points(engine, "a", "all")).containsExactly(3.0);
        }
    }

    private static Host inRack(String id, String rack) {
        return Host.named(id).tags(Map.of("rack", rack));
    }

    private static Verdict verdict(PolicyEngine engine, String agentId) {
        return engine.verdicts().stream()
                .filter(v -> v.agent().id().equals(agentId))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> codes(PolicyEngine engine, String agentId) {
        return verdict(engine, agentId).exclusions().stream()
                .map(Exclusion::code)
                .toList();
    }

    private static List<String> details(PolicyEngine engine, String agentId) {
        return verdict(engine, agentId).exclusions().stream()
                .map(Exclusion::detail)
                .toList();
    }

    private static List<Double> points(PolicyEngine engine, String agentId, String label) {
        return verdict(engine, agentId).terms().stream()
                .filter(t -> t.label().equals(label))
                .map(t -> t.points())
                .toList();
    }
}
