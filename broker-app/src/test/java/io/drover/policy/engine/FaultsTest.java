package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.drover.policy.Decision.Placed;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.RuleRef;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rule that fails or runs away fails the request, is named, and leaves the engine able to serve. */
class FaultsTest {

    @Test
    void aRuleThatFailsForOneRequestFailsThatRequestAlone() {
        try (LivingEngine engine = engine("""
                rule "Divides by the user" @id("divides") @stage(score) @doc("test")
                when
                    $request : Request( $user : user )
                    $agent : Agent( $n : active_sessions )
                then
                    $agent.score( "x", 1 / ( $user.equals( "eve" ) ? $n : 1 ) );
                end
                """)) {
            engine.put(Host.named("a").view());
            PolicyFailedException failure = failure(engine, Ask.by("eve"));
            assertThat(failure).hasMessageContaining("rule divides (zz-test.drl:3) failed: / by zero");
            assertThat(rule(failure)).isEqualTo(new RuleRef("divides", "Divides by the user", "zz-test.drl", 3));
            assertThat(agent(engine, Ask.by("bob"))).isEqualTo("a");
            assertThat(engine.faults()).isEqualTo(1);
        }
    }

    @Test
    void aRuleThatFailsForOneHostFailsEveryRequestUntilTheHostChanges() {
        try (LivingEngine engine = engine("""
                rule "Divides by sessions" @id("divides") @stage(score) @doc("test")
                when
                    $agent : Agent( $n : active_sessions )
                then
                    $agent.score( "x", 100 / $n );
                end
                """)) {
            engine.put(Host.named("a").active(1).view());
            engine.put(Host.named("b").active(2).view());
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("a");
            engine.put(Host.named("b").active(0).view());
            for (int i = 0; i < 3; i++) {
                assertThat(rule(failure(engine, Ask.by("u"))).id()).isEqualTo("divides");
            }
            assertThatThrownBy(engine::verdicts).isInstanceOf(PolicyFailedException.class);
            engine.put(Host.named("b").active(5).view());
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("a");
        }
    }

    @Test
    void aRuleThatFailsOnTheFleetIsNotTriedAgainUntilSomethingChanges() {
        try (LivingEngine engine = engine("""
                rule "Fails" @id("fails") @stage(score) @doc("test")
                when
                    $agent : Agent()
                then
                    $agent.score( "x", 1.0 / 0 );
                end
                """)) {
            engine.put(Host.named("a").view());
            for (int i = 0; i < 5; i++) {
                assertThat(failure(engine, Ask.by("u"))).hasMessageContaining("score \"x\" of agent a is Infinity");
            }
            assertThat(engine.faults()).isEqualTo(1);
            engine.removeAgent("a");
            engine.settle();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0 / 0", "-1.0 / 0", "1e300 * 1e300", "1e15", "-1e15"})
    void pointsThatAreNoOrdinaryNumberAreAFault(String points) {
        try (LivingEngine engine = engine("""
                rule "Odd points" @id("odd") @stage(score) @doc("test")
                when
                    Request()
                    $agent : Agent()
                then
                    $agent.score( "x", %s );
                end
                """.formatted(points))) {
            engine.put(Host.named("a").view());
            assertThat(rule(failure(engine, Ask.by("u"))).id()).isEqualTo("odd");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert( new Avoid( \"a\" ) );",
                "insertLogical( new Avoid( \"a\" ) );",
                "drools.update( $agent );",
                "delete( $agent );",
                "drools.insert( new Avoid( \"a\" ) );"
            })
    void aRuleThatChangesFactsIsStoppedThere(String deed) {
        try (LivingEngine engine = engine("""
                rule "Changes facts" @id("changes") @stage(score) @doc("test")
                when
                    Request( user == "eve" )
                    $agent : Agent()
                then
                    %s
                end
                """.formatted(deed))) {
            engine.put(Host.named("a").view());
            assertThat(failure(engine, Ask.by("eve")))
                    .hasMessageContaining("rule changes")
                    .hasMessageContaining("a fact");
            assertThat(agent(engine, Ask.by("bob"))).isEqualTo("a");
        }
    }

    @Test
    void rulesThatDoNotComeToRestAreStopped() {
        try (LivingEngine engine = engine("""
                rule "Everybody with everybody with everybody" @id("cubed") @stage(score) @doc("test")
                when
                    Request( user == "eve" )
                    $one : Agent()
                    $two : Agent()
                    $three : Agent()
                then
                    $one.score( "x", 1 );
                end
                """)) {
            for (int i = 0; i < 30; i++) {
                engine.put(Host.named("h" + i).view());
            }
            PolicyFailedException failure = failure(engine, Ask.by("eve"));
            assertThat(failure).hasMessageContaining("no rest within 20000 firings");
            assertThat(rule(failure).id()).isEqualTo("cubed");
            assertThat(agent(engine, Ask.by("bob"))).isEqualTo("h0");
        }
    }

    /** 200 firings for each of 11,000 resources in each of 1,000 farms are more than an int counts. */
    @Test
    void theMoreFarmsAndResourcesThereAreTheMoreOftenRulesMayFire() {
        try (LivingEngine engine = Rules.engine(Rules.leanAnd(""))) {
            engine.put(Host.named("a").view());
            for (int i = 0; i < 1_000; i++) {
                engine.put(new FarmView("farm" + i, true, List.of(), Map.of(), "score", false, 60));
            }
            for (int i = 0; i < 11_000; i++) {
                engine.put(new ResourceView("app" + i, "desktop", "", "", "", "", "", false, Set.of(), true));
            }
            engine.settle();
            assertThat(agent(engine, Ask.by("bob"))).isEqualTo("a");
        }
    }

    @Test
    void aConditionThatFailsNamesItsRule() {
        try (LivingEngine engine = engine("""
                rule "Reads a label that is not there" @id("label") @stage(score) @doc("test")
                when
                    Request( user == "eve" )
                    $agent : Agent( tags["rack"].length() > 3 )
                then
                    $agent.score( "x", 1 );
                end
                """)) {
            engine.put(Host.named("a").tags(Map.of("rack", "long name")).view());
            engine.put(Host.named("b").view());
            assertThat(rule(failure(engine, Ask.by("eve"))).id()).isEqualTo("label");
        }
    }

    @Test
    void aConditionThatSaysSomethingIsAFault() {
        try (LivingEngine engine = engine("""
                rule "Says it in the condition" @id("early") @stage(filter) @doc("test")
                when
                    $request : Request()
                    $agent : Agent( exclude( "x", Bars.ANY_SESSION, "" ) == null )
                then
                    $request.note( "x" );
                end
                """)) {
            engine.put(Host.named("a").view());
            PolicyFailedException failure = failure(engine, Ask.by("eve"));
            assertThat(failure).hasMessageContaining("no rule is firing");
            assertThat(rule(failure).id()).isEqualTo("early");
        }
    }

    @Test
    void anErrorIsAFaultLikeAnyOther() {
        try (LivingEngine engine = engine("""
                rule "Throws" @id("throws") @stage(score) @doc("test")
                when
                    Request( user == "eve" )
                    $agent : Agent()
                then
                    $agent.score( "x", 1 );
                    if ( $agent != null ) throw new Error( "bang" );
                end
                """)) {
            engine.put(Host.named("a").view());
            assertThat(failure(engine, Ask.by("eve")))
                    .hasMessageContaining("rule throws")
                    .hasMessageContaining("bang");
            assertThat(agent(engine, Ask.by("bob"))).isEqualTo("a");
        }
    }

    @Test
    void aRuleThatJoinsAFarmForOneRequestIsAFault() {
        try (LivingEngine engine = engine("""
                rule "Joins for a request" @id("joins") @stage(filter) @doc("test")
                when
                    Request( user == "eve" )
                    $farm : Farm()
                    $agent : Agent()
                then
                    $agent.join( $farm );
                end
                """)) {
            engine.put(Host.named("a").view());
            assertThat(failure(engine, Ask.by("eve"))).hasMessageContaining("membership holds for everybody");
        }
    }

    private static LivingEngine engine(String rule) {
        return Rules.engine(Rules.leanAnd(rule));
    }

    private static PolicyFailedException failure(LivingEngine engine, Ask ask) {
        return Objects.requireNonNull(
                catchThrowableOfType(PolicyFailedException.class, () -> engine.decide(ask.question())), "no failure");
    }

    private static RuleRef rule(PolicyFailedException failure) {
        return Objects.requireNonNull(failure.rule());
    }

    private static String agent(LivingEngine engine, Ask ask) {
        return ((Placed) engine.decide(ask.question()).outcome()).agentId();
    }
}
