package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.Exclusion;
import io.drover.policy.PolicyEngine;
import io.drover.policy.RuleRef;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What rules say for one request counts for it alone. */
class ForOneRequestTest {

    private static final String FOR_CAD = """
            rule "Designers want graphics" @id("gpu-for-cad") @stage(score) @doc("test")
            when
                Request( groups contains "cad" )
                $agent : Agent( tags["gpu"] == "yes" )
            then
                $agent.score( "gpu for cad", 500 );
            end
            rule "Guests stay off the best host" @id("no-guests") @stage(filter) @doc("test")
            when
                Request( groups contains "guests" )
                $agent : Agent( tags["gpu"] == "yes" )
            then
                $agent.exclude( "guests", Bars.ANY_SESSION, "graphics is not for guests" );
            end
            rule "Operators may use draining hosts" @id("operators") @stage(filter) @doc("test")
            when
                $request : Request( groups contains "operators" )
                $agent : Agent( mode == "drain" )
            then
                $request.waive( $agent, "agent-draining" );
            end
            rule "Say who came" @id("who") @stage(select) @doc("test")
            when
                $request : Request( $user : user, groups contains "cad" )
            then
                $request.note( "seen " + $user );
            end
            """;

    @Test
    void termsOfARequestDecideItAndAreGoneWithTheNext() {
        try (PolicyEngine engine = threeHosts()) {
            Decision designer = engine.decide(Ask.by("ann").groups("cad").question());
            assertThat(agent(designer)).isEqualTo("gpu");
            assertThat(score(designer)).isEqualTo(500 + 900 - 60 - 20 - 20 * 5);
            assertThat(designer.terms()).containsOnlyKeys("gpu");
            assertThat(designer.notes()).containsExactly("seen ann");
            assertThat(designer.rules()).extracting(RuleRef::id).contains("gpu-for-cad", "score-health");

            Decision other = engine.decide(Ask.by("bob").question());
            assertThat(agent(other)).isEqualTo("plain");
            assertThat(other.terms()).isEmpty();
            assertThat(other.notes()).isEmpty();
        }
    }

    @Test
    void exclusionsOfARequestAreGoneWithTheNext() {
        try (PolicyEngine engine = threeHosts()) {
            engine.put(Host.named("plain").offline().view());
            Decision guest = engine.decide(Ask.by("ann").groups("guests").question());
            assertThat(guest.outcome()).isInstanceOf(Refused.class);
            assertThat(guest.exclusions().get("gpu"))
                    .extracting(Exclusion::code)
                    .containsExactly("custom:guests");

            Decision other = engine.decide(Ask.by("bob").question());
            assertThat(agent(other)).isEqualTo("gpu");
            assertThat(other.exclusions()).isEmpty();
        }
    }

    @Test
    void whatARequestWaivesStandsAgainForTheNext() {
        try (PolicyEngine engine = threeHosts()) {
            engine.put(Host.named("plain").offline().view());
            engine.put(Host.named("gpu").offline().view());
            Decision operator = engine.decide(Ask.by("ann").groups("operators").question());
            assertThat(agent(operator)).isEqualTo("drained");
            assertThat(operator.waived()).isEqualTo(Map.of("drained", java.util.Set.of("agent-draining")));

            Decision other = engine.decide(Ask.by("bob").question());
            assertThat(((Refused) other.outcome()).excluded())
                    .isEqualTo(Map.of("agent-offline", 2, "agent-draining", 1));
            assertThat(other.waived()).isEmpty();
        }
    }

    @Test
    void noRequestLeavesATraceInTheVerdicts() {
        try (PolicyEngine engine = threeHosts()) {
            List<Verdict> before = List.copyOf(engine.verdicts());
            engine.decide(Ask.by("ann")
                    .groups("cad", "guests", "operators")
                    .session("gpu", "", "active", 5)
                    .lease("plain", "", 99)
                    .failedOn("plain")
                    .avoiding("gpu")
                    .own("drained", 1)
                    .question());
            assertThat(engine.verdicts()).containsExactlyElementsOf(before);
        }
    }

    @Test
    void whatHoldsWhileNobodyAsksIsTakenBackForTheRequestAndSaidAgainAfterIt() {
        String onlyMembers = """
                rule "Only members of cad may" @id("only-cad") @stage(filter) @doc("test")
                when
                    not Request( groups contains "cad" )
                    $agent : Agent( tags["gpu"] == "yes" )
                then
                    $agent.exclude( "cad-only", Bars.ANY_SESSION, "for cad" );
                end
                """;
        try (PolicyEngine engine = Rules.engine(Rules.shippedAnd(onlyMembers))) {
            engine.put(Host.named("gpu").tags(Map.of("gpu", "yes")).view());
            for (int round = 0; round < 3; round++) {
                assertThat(agent(engine.decide(Ask.by("ann").groups("cad").question())))
                        .isEqualTo("gpu");
                assertThat(engine.decide(Ask.by("bob").question()).outcome()).isInstanceOf(Refused.class);
            }
        }
    }

    @Test
    void aSumOverTheRequestsOwnFactsIsSaidForItAlone() {
        String leases = """
                rule "Count leases" @id("leases") @stage(score) @doc("test")
                when
                    accumulate( Lease(); $n : count() )
                    $agent : Agent()
                then
                    $agent.score( "leases", $n );
                end
                """;
        try (PolicyEngine engine = Rules.engine(Rules.shippedAnd(leases))) {
            engine.put(Host.named("a").view());
            Decision decision = engine.decide(
                    Ask.by("ann").lease("gone-1", "", 9).lease("gone-2", "", 8).question());
            assertThat(decision.terms().get("a"))
                    .extracting(ScoreTerm::label, ScoreTerm::points)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("leases", 2.0));
            assertThat(engine.verdicts().iterator().next().terms())
                    .filteredOn(t -> t.label().equals("leases"))
                    .extracting(ScoreTerm::points)
                    .containsExactly(0.0);
        }
    }

    private static PolicyEngine threeHosts() {
        PolicyEngine engine = Rules.engine(Rules.shippedAnd(FOR_CAD));
        engine.put(
                Host.named("gpu").cpu(30.0).active(5).tags(Map.of("gpu", "yes")).view());
        engine.put(Host.named("plain").view());
        engine.put(Host.named("drained").mode("drain").view());
        return engine;
    }

    private static String agent(Decision decision) {
        return ((Placed) decision.outcome()).agentId();
    }

    private static double score(Decision decision) {
        return ((Placed) decision.outcome()).score();
    }
}
