package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleMeaningTest {

    private static final String RULE = """
            package drover
            import io.drover.policy.fact.*
            rule "one" @id("one") @stage(score) @doc("Why.") salience 10
            when
                $farm : Farm( jitter == true ) // a comment
                not Agent( zone == "b c" )
                accumulate( Agent( $n : load ); $all : sum( $n ) )
                $agent : Agent( load > 3, $m : load )
            then
                $agent.score( "x", -2 * $m );
            end
            """;

    @ParameterizedTest
    @CsvSource({
        "package drover, package rover",
        "fact.*, fact.Agent",
        "rule \"one\", rule \"two\"",
        "stage(score), stage(filter)",
        "salience 10, salience 1",
        "jitter == true, jitter != true",
        "not Agent, exists Agent",
        "\"b c\", \"b  c\"",
        "sum( $n ), max( $n )",
        "$all, $some",
        "Agent( load, Farm( load",
        "$agent :, $host :",
        "'load > 3, $m : load', '$m : load, load > 3'",
        "-2, 2",
        "'$m );', '$m ); $agent.score( \"y\", 1 );'"
    })
    void otherWordsAreOtherRules(String before, String after) {
        assertThat(RULE).contains(before);
        assertThat(meaning(RULE.replace(before, after))).isNotEqualTo(meaning(RULE));
    }

    @ParameterizedTest
    @CsvSource({"'    ', ' '", "' // a comment', ''", "'( load > 3', '(load>3'", "'-2 *', '- 2*'", "' @doc', '\n@doc'"})
    void otherBlanksAndCommentsAreTheSameRules(String before, String after) {
        assertThat(RULE).contains(before);
        assertThat(meaning(RULE.replace(before, after))).isEqualTo(meaning(RULE));
    }

    private static RuleMeaning meaning(String text) {
        return RuleMeaning.of(
                Objects.requireNonNull(new FileCheck(new Vocabulary(), new FileText("test.drl", text)).parse()));
    }
}
