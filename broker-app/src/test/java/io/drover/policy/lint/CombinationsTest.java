package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CombinationsTest {

    private static final String OR = "( Farm( jitter == true ) or Farm( jitter == false ) )\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Agent( zone == $zone )",
                "Agent( zone == $zone )\n not Agent( zone == $zone, load > 3 )\n not Agent( load > 9 )",
                "Farm( $farm : id )\n exists Agent( farm_ids contains $farm, id != $id )",
                "Own( $own : agent_id )\n Agent( id == $own )\n Agent( $own == id && load > 3 )",
                "Agent( this == $agent )\n Agent( id == \"a\" )\n Agent( id == $agent.id )\n Agent( load > 3 )",
                "accumulate( Agent( $n : load ); $all : sum( $n ) )\n accumulate( Agent( $m : load ); $b : sum( $m ) )",
                "Request()\n Settings()\n Session( $on : agent_id )\n Agent( id == $on )",
                "( Agent( zone == $zone ) or Farm( jitter == true ) )",
                "forall( $a : Agent( online == true ) Agent( this == $a, load > 3 ) )"
            })
    void twoAreCombined(String conditions) {
        assertThat(check(conditions)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Agent()\n Agent()",
                "Agent()\n Agent()\n Agent()\n Agent()\n Agent()\n Agent()\n Agent()",
                "Farm()\n Resource()",
                "Session()\n Lease()",
                "Agent( zone == $zone )\n Agent( zone == $zone )",
                "Agent( id != $id )\n Agent( id == $id || load > 3 )",
                "Agent()\n Agent( $i : id, id == $i )",
                "Agent()\n Agent( id == id )",
                "Agent()\n Agent( id == hostname )",
                "Agent()\n $b : Agent( this == $b )",
                "Agent()\n $b : Agent( id == $b.id )",
                "Session( $on : agent_id )\n Session( agent_id == $on )",
                "Farm()\n accumulate( Agent( $n : load ); $all : sum( $n ) )",
                "Farm()\n ( Agent( load > 3 ) or Request() )",
                "not ( Agent() and Agent() and Agent() )",
                "Agent()\n exists ( Agent() and Agent() )"
            })
    void moreAreFound(String conditions) {
        assertThat(check(conditions)).extracting(RuleProblem::lint).containsExactly("too-many-combinations");
    }

    @Test
    void alternativesThatMultiplyAreFound() {
        assertThat(check("exists " + OR.repeat(7).replace("\n", "\n exists ") + "Request()"))
                .extracting(RuleProblem::message)
                .containsExactly("the alternatives of or make more than 64 rules of it");
    }

    private static List<RuleProblem> check(String conditions) {
        String text = """
                package drover
                import io.drover.policy.fact.*
                rule "one" @id("one") @stage(score) @doc("test")
                when
                    $agent : Agent( $id : id, $zone : zone )
                    %s
                then
                    $agent.score( "x", 1 );
                end
                """.formatted(conditions);
        return new RuleContract().check(new RuleSource(new TreeMap<>(Map.of("test.drl", text))));
    }
}
