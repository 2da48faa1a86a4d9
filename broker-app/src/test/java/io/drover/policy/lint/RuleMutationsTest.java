package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleSource;
import io.drover.policy.lint.RuleMutation.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RuleMutationsTest {

    private static final String FILE = """
            package drover

            import io.drover.policy.fact.*

            rule "A busy host is left alone"
                @id("busy") @stage(filter) @doc("Test.")
            when
                $farm : Farm( id != "lab" ) // not there
                $agent : Agent( $load : load >= 3 && !quarantined, /* or so */ mode == "online",
                                cpu_percent > 99.5 )
                not Agent( zone == "x" )
            then
                $agent.exclude( $farm, "busy", Bars.NEW_SESSION, "load " + $load );
            end

            rule "Points"
                @id("points") @stage(score) @doc("Test.")
            when
                $agent : Agent( $cpu : cpu_percent )
            then
                $agent.score( "one", 1 );
                $agent.score( "cpu", -( 2 * $cpu ) / 0.5 - 7 );
            end
            """;

    private static List<RuleMutation> mutations(String text) {
        return RuleMutations.of(new RuleSource(new TreeMap<>(Map.of("test.drl", text))));
    }

    @Test
    void everyRuleConditionComparisonNumberAndBarIsMistakenOnce() {
        assertThat(mutations(FILE).stream().filter(m -> m.ruleId().equals("busy")))
                .extracting(m -> m.line() + ":" + m.column() + " " + m.place() + " " + m.change())
                .containsExactly(
                        "5:1 RULE the rule removed",
                        "8:22 CONDITION != to ==",
                        "8:19 CONDITION id != \"lab\" dropped",
                        "9:39 CONDITION && to ||",
                        "9:34 CONDITION >= to >",
                        "9:37 CONDITION 3 to 2",
                        "9:37 CONDITION 3 to 4",
                        "9:42 CONDITION ! dropped",
                        "9:33 CONDITION $load : load >= 3 && !quarantined dropped",
                        "9:73 CONDITION == to !=",
                        "9:68 CONDITION mode == \"online\" dropped",
                        "10:33 CONDITION > to >=",
                        "10:35 CONDITION 99.5 to 98.5",
                        "10:35 CONDITION 99.5 to 100.5",
                        "9:84 CONDITION cpu_percent > 99.5 dropped",
                        "11:21 CONDITION == to !=",
                        "11:16 CONDITION zone == \"x\" dropped",
                        "13:36 EFFECT Bars.NEW_SESSION to Bars.ANY_SESSION");
    }

    @Test
    void everyFactorOfAScoreIsMistakenOnce() {
        assertThat(mutations(FILE).stream().filter(m -> m.ruleId().equals("points")))
                .extracting(m -> m.line() + ":" + m.column() + " " + m.change())
                .containsExactly(
                        "16:1 the rule removed",
                        "21:26 1 to 0",
                        "21:26 1 to 2",
                        "22:46 - to +",
                        "22:26 - dropped",
                        "22:29 2 to 1",
                        "22:29 2 to 3",
                        "22:42 0.5 to -0.5",
                        "22:42 0.5 to 1.5",
                        "22:48 7 to 6",
                        "22:48 7 to 8");
    }

    @Test
    void theMistakeIsInTheText() {
        assertThat(mutations(FILE).stream()
                        .filter(m -> m.change().equals("mode == \"online\" dropped"))
                        .map(m -> m.source().files().get("test.drl")))
                .containsExactly(FILE.replace("mode == \"online\",\n                    cpu", "cpu"));
    }

    @Test
    void everyMistakeInTheShippedRulesIsAPolicyOfItsOwn() {
        RuleSource shipped = RuleSource.read(Path.of("..", "rules"));
        RuleContract contract = new RuleContract();
        List<RuleMutation> mutations = RuleMutations.of(shipped);

        assertThat(mutations.stream().map(m -> m.source().revision()))
                .hasSizeGreaterThan(250)
                .doesNotHaveDuplicates()
                .doesNotContain(shipped.revision());
        assertThat(mutations.stream().filter(m -> m.place() == Place.RULE).map(RuleMutation::ruleId))
                .hasSizeGreaterThan(40)
                .doesNotHaveDuplicates();
        assertThat(mutations.stream().flatMap(m -> contract.check(m.source()).stream()))
                .isEmpty();
    }
}
