package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.PolicyEngine;
import io.drover.policy.RuleRef;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last step: proposals in their order, ties, chance within its bounds. */
class SelectingTest {

    @Test
    void equalScoresGoToFewestUnderWayThenFewestSessionsThenLowestId() {
        String flat = """
                rule "Evened out" @id("even") @stage(score) @doc("test")
                when
                    $strategy : Strategy( name == "score" )
                    $agent : Agent( $n : active_sessions, $way : under_way )
                then
                    $agent.score( $strategy, "even", 20 * $n + 20 * $way );
                end
                """;
        try (PolicyEngine engine = Rules.engine(Rules.shippedAnd(flat))) {
            engine.put(Host.named("c").view());
            engine.put(Host.named("b").view());
            engine.put(Host.named("a1").active(1).view());
            engine.put(Host.named("a0").underWay(1).view());
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("b");
            engine.removeAgent("b");
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("c");
            engine.removeAgent("c");
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("a1");
            engine.removeAgent("a1");
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("a0");
        }
    }

    @Test
    void aRequestsOwnTermsTieByTheSameOrder() {
        String bonus = """
                rule "Bonus" @id("bonus") @stage(score) @doc("test")
                when
                    Request()
                    $agent : Agent( id in ( "a", "z" ) )
                then
                    $agent.score( "bonus", 1 );
                end
                """;
        try (PolicyEngine engine = Rules.engine(Rules.shippedAnd(bonus))) {
            engine.put(Host.named("z").view());
            engine.put(Host.named("a").view());
            engine.put(Host.named("m").view());
            assertThat(agent(engine, Ask.by("u"))).isEqualTo("a");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,2", "3,2", "9,2", "10,2", "14,2", "15,3", "25,5"})
    void jitterTakesOneOfTheBestFewAndEachOfThem(int hosts, int few) {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(new FarmView("f", true, List.of(), Map.of(), "score", true, 60));
            fill(engine, hosts);
            Set<String> taken = LongStream.range(0, 200)
                    .mapToObj(seed -> agent(engine, Ask.by("u").farm("f").seed(seed)))
                    .collect(Collectors.toSet());
            assertThat(taken).isEqualTo(firstNames(few));
        }
    }

    @Test
    void strategyRandomTakesEveryHostAndNoBarredOne() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(new FarmView("f", true, List.of(), Map.of(), "random", true, 60));
            fill(engine, 12);
            engine.put(Host.named("h03").mode("drain").farms("f").view());
            Set<String> taken = LongStream.range(0, 300)
                    .mapToObj(seed ->
                            agent(engine, Ask.by("u").farm("f").seed(seed).avoiding("h05")))
                    .collect(Collectors.toSet());
            Set<String> expected = firstNames(12);
            expected.removeAll(Set.of("h03", "h05"));
            assertThat(taken).isEqualTo(expected);
        }
    }

    @Test
    void theSameSeedTakesTheSameHost() {
        try (PolicyEngine one = Rules.engine();
                PolicyEngine other = Rules.engine()) {
            for (PolicyEngine engine : List.of(one, other)) {
                engine.put(new FarmView("f", true, List.of(), Map.of(), "random", false, 60));
                fill(engine, 9);
            }
            for (long seed = 0; seed < 50; seed++) {
                Ask ask = Ask.by("u").farm("f").seed(seed);
                assertThat(agent(one, ask)).isEqualTo(agent(other, ask)).isEqualTo(agent(one, ask));
            }
        }
    }

    @Test
    void aShortNameFoundInTwoDomainsReturnsToNeither() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(Host.named("a").view());
            engine.put(Host.named("b").active(1).view());
            engine.put(Host.named("c").active(2).view());
            Decision decision = engine.decide(Ask.by("alice")
                    .session("b", "corp", "active", 9)
                    .session("c", "other", "active", 5)
                    .question());
            assertThat(placed(decision).agentId()).isEqualTo("a");
            assertThat(placed(decision).reason()).isEqualTo(Reason.LOAD_BALANCE);
            assertThat(decision.notes()).containsExactly("ambiguous-identity");
        }
    }

    @Test
    void aSecondDomainThatCannotBeReturnedToMakesNothingAmbiguous() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(Host.named("b").view());
            engine.put(Host.named("c").offline().view());
            Decision decision = engine.decide(Ask.by("alice")
                    .session("b", "corp", "active", 9)
                    .session("c", "other", "active", 50)
                    .session("b", "", "active", 1)
                    .question());
            assertThat(placed(decision)).isEqualTo(new Placed("b", Reason.EXISTING_SESSION, "corp", 0, null));
            assertThat(decision.notes()).isEmpty();
        }
    }

    @Test
    void ambiguousSessionsLeaveTheLeaseOfTheShortNameStanding() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(Host.named("a").view());
            engine.put(Host.named("b").active(1).view());
            Decision decision = engine.decide(Ask.by("alice")
                    .session("a", "corp", "active", 9)
                    .session("b", "other", "active", 5)
                    .lease("b", "", 99)
                    .question());
            assertThat(placed(decision).agentId()).isEqualTo("b");
            assertThat(placed(decision).reason()).isEqualTo(Reason.EXISTING_LEASE);
            assertThat(decision.notes()).containsExactly("ambiguous-identity");
        }
    }

    @Test
    void theLeaseThatLedThereIsToldWhenTwoAreAlikeButForTheFarm() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(new FarmView("red", true, List.of("a"), Map.of(), "score", false, 60));
            engine.put(new FarmView("blue", true, List.of("a"), Map.of(), "score", false, 60));
            engine.put(Host.named("a").view());
            LeaseView red = new LeaseView("a", "red", "", "corp", 100, false, false, false);
            LeaseView blue = new LeaseView("a", "blue", "", "corp", 50, false, false, false);
            Ask both = Ask.by("corp", "alice").lease(red).lease(blue);
            assertThat(placed(engine.decide(both.farm("blue").question())).lease())
                    .isEqualTo(blue);
            assertThat(placed(engine.decide(both.farm("red").question())).lease())
                    .isEqualTo(red);
        }
    }

    @Test
    void aPreferredHostIsTakenBeforeTheRankingWithItsOwnScore() {
        String preferred = """
                rule "Prefer b and c" @id("prefer") @stage(select) @doc("test")
                when
                    $request : Request()
                    $agent : Agent( id in ( "b", "c" ) )
                then
                    $request.propose( $agent );
                end
                """;
        try (PolicyEngine engine = Rules.engine(Rules.shippedAnd(preferred))) {
            engine.put(Host.named("a").view());
            engine.put(Host.named("b").active(8).view());
            engine.put(Host.named("c").active(4).view());
            Placed placed = placed(engine.decide(Ask.by("u").question()));
            assertThat(placed).isEqualTo(new Placed("c", Reason.LOAD_BALANCE, "", 900 - 20 - 20 - 80, null));
            assertThat(agent(engine, Ask.by("u").lease("a", "", 9))).isEqualTo("a");
            assertThat(agent(engine, Ask.by("u").avoiding("c"))).isEqualTo("b");
        }
    }

    @Test
    void aRefusalNamesItsRulesAndCountsEachHostOnce() {
        try (PolicyEngine engine = Rules.engine()) {
            engine.put(Host.named("a").offline().mode("drain").health(3).view());
            engine.put(Host.named("b").mode("drain").health(null).view());
            engine.put(Host.named("c").health(3).view());
            Decision decision = engine.decide(Ask.by("u").question());
            assertThat(((Refused) decision.outcome()).excluded())
                    .isEqualTo(Map.of("agent-offline", 1, "agent-draining", 1, "below-min-health", 1));
            assertThat(((Refused) decision.outcome()).excluded().keySet())
                    .containsExactly("agent-offline", "agent-draining", "below-min-health");
            assertThat(decision.rules())
                    .extracting(RuleRef::id)
                    .containsExactly("offline", "drain", "below-min-health");
        }
    }

    private static void fill(PolicyEngine engine, int hosts) {
        for (int i = 0; i < hosts; i++) {
            engine.put(Host.named(name(i)).active(i).farms("f").view());
        }
    }

    private static Set<String> firstNames(int count) {
        return LongStream.range(0, count).mapToObj(i -> name((int) i)).collect(Collectors.toSet());
    }

    private static String name(int i) {
        return "h" + (i < 10 ? "0" : "") + i;
    }

    private static String agent(PolicyEngine engine, Ask ask) {
        return placed(engine.decide(ask.question())).agentId();
    }

    private static Placed placed(Decision decision) {
        return (Placed) decision.outcome();
    }
}
