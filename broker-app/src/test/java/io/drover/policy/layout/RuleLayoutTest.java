package io.drover.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleLayoutTest {

    private static final String HEAD = """
            package drover

            import io.drover.policy.fact.*

            rule "one"
                @id("one") @stage(score)
                @doc("Why.")
            """;

    @Test
    void aFileOnOneLineBecomesAFile() {
        String flat =
                "package drover import io.drover.policy.fact.* rule \"one\" @id(\"one\")@stage(score)@doc(\"Why.\") "
                        + "when $farm:Farm() not Agent(zone==\"b\") $agent:Agent(load>3,$n:load) "
                        + "then $agent.score(\"x\",-2*$n);$agent.score($farm,\"y\",1);end rule \"two\" when then end";

        assertThat(RuleLayout.of(flat)).isEqualTo(HEAD + """
                when
                    $farm : Farm()
                    not Agent( zone == "b" )
                    $agent : Agent( load > 3, $n : load )
                then
                    $agent.score( "x", -2 * $n );
                    $agent.score( $farm, "y", 1 );
                end

                rule "two"
                when
                then
                end
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "Agent(  ) ~ Agent()",
                "$a:Agent(tags [ \"gpu\" ]==\"yes\"||!online) ~ $a : Agent( tags[\"gpu\"] == \"yes\" || !online )",
                "Agent(mode   in(\"a\",\"b\"),zone not in (\"c\")) ~ Agent( mode in ( \"a\", \"b\" ), zone not in ( \"c\" ) )",
                "Agent(carries($tags),load- -3>-$n) ~ Agent( carries( $tags ), load - -3 > -$n )",
                "Request(farm . strategy==\"score\",( load>3 )) ~ Request( farm.strategy == \"score\", ( load > 3 ) )",
                "not(Agent(zone==\"a\")and Farm()) ~ not ( Agent( zone == \"a\" ) and Farm() )",
                "(Agent()or Farm()) ~ ( Agent() or Farm() )",
                "forall($a:Agent()Agent(this==$a)) ~ forall( $a : Agent() Agent( this == $a ) )",
                "accumulate(Agent($n:load);$all:sum($n)) ~ accumulate( Agent( $n : load ); $all : sum( $n ) )"
            })
    void conditionsHaveBlanksWhereTheyHelp(String written, String laidOut) {
        String before = HEAD + "when\n" + written + "\nthen\nend\n";

        assertThat(RuleLayout.of(before)).isEqualTo(HEAD + "when\n    " + laidOut + "\nthen\nend\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "$a.score(\"x\",-($n+1)/2.0); ~ $a.score( \"x\", -( $n + 1 ) / 2.0 );",
                "$a.score(\"x\",$n>3?1:-1.0) ; ~ $a.score( \"x\", $n > 3 ? 1 : -1.0 );",
                "$a . exclude(\"x\",Bars . ANY_SESSION,$n+\" of \"); ~ $a.exclude( \"x\", Bars.ANY_SESSION, $n + \" of \" );"
            })
    void effectsHaveBlanksWhereTheyHelp(String written, String laidOut) {
        assertThat(RuleLayout.of(HEAD + "when\nthen\n" + written + "\nend\n"))
                .isEqualTo(HEAD + "when\nthen\n    " + laidOut + "\nend\n");
    }

    @Test
    void linesThatTheAuthorEndedStayAndStandBelowEachOther() {
        String laidOut = HEAD + """
                when
                    $agent : Agent( zone == "a",
                                    $load : load )
                    exists (
                        Agent( zone == "b" ) and
                        Farm()
                    )
                    Farm( id == "a" ) or
                        Farm( id == "b" )
                then
                    $agent.exclude( "x", Bars.ANY_SESSION,
                                    "a long sentence about "
                                    + $load );
                end
                """;

        assertThat(RuleLayout.of(laidOut)).isEqualTo(laidOut);
        assertThat(RuleLayout.of(laidOut.replaceAll("(?m)^ +", ""))).isEqualTo(laidOut);
    }

    @Test
    void linesAreNotEndedWhereAConditionWouldBreak() {
        assertThat(RuleLayout.of(
                        "rule \"one\"\nwhen\nRequest( farm\n.jitter == true\n, tags\n[\"a\"] == \"b\" )\nthen\nend"))
                .contains("    Request( farm.jitter == true, tags[\"a\"] == \"b\" )\n");
    }

    @Test
    void commentsStayWhereTheyAre() {
        String laidOut = """
                // About the file,
                // in two lines.
                package drover // really

                import io.drover.policy.fact.*

                // Apart.

                // Right above the rule.
                rule "one" // after the name
                    // above the annotations
                    @id("one") @stage(score) /* inline */ @doc("Why.")
                when // after when
                    // above a condition
                    $agent : Agent( zone == "a", // after a part
                                    // above a part
                                    load > 3 ) // after a condition

                    Farm()
                    // below the last
                then
                    /* of
                       several
                         lines */
                    $agent.score( "x", 1 ); // after an effect
                end // after the end

                /* The last. */
                """.replace("/* inline */ @doc", "/* inline */\n    @doc");

        assertThat(RuleLayout.of(laidOut)).isEqualTo(laidOut);
        assertThat(RuleLayout.of(laidOut.replaceAll("(?m)^ +(?=[@$/F]|load)", "   ")))
                .isEqualTo(laidOut);
    }

    @Test
    void blankLinesStaySingleWithinARule() {
        assertThat(
                        RuleLayout.of(
                                "rule \"one\"\nwhen\n\n\n  Agent()\n\n\n  Farm()\n\nthen\n\n  a.b();\n\n\n\n  c.d();\n\nend\n\n\n\n"))
                .isEqualTo("rule \"one\"\nwhen\n    Agent()\n\n    Farm()\nthen\n    a.b();\n\n    c.d();\nend\n");
    }

    @Test
    void textsAreNotTouched() {
        String text = "rule \"a  'b' // c   ( d\"\n    @doc(\"x  ,y;  \\\"  z\")\nwhen\nthen\nend\n";

        assertThat(RuleLayout.of(text)).isEqualTo(text);
    }

    @Test
    void otherLineEndsAndTabsAreReplaced() {
        assertThat(RuleLayout.of("rule \"one\"\r\nwhen\r\n\tAgent()\r\nthen\r\nend"))
                .isEqualTo("rule \"one\"\nwhen\n    Agent()\nthen\nend\n");
    }

    @Test
    void whatRulesMayNotHaveIsLaidOutToo() {
        String text = """
                package drover

                import io.drover.policy.fact.*
                import function a.B.c

                dialect "mvel"

                rule "one" extends "two"
                    @id("one") @author("x, y")
                    salience 10
                    no-loop true
                when
                    $a : Agent() over window:length( 3 )
                    $b : String( this == "x" ) from $groups
                    eval( true )
                then
                    if ( $n > 3 ) {
                        i++;
                    }
                end
                """;

        assertThat(RuleLayout.of(text)).isEqualTo(text);
    }

    @Test
    void nothingStaysNothing() {
        assertThat(RuleLayout.of("")).isEmpty();
        assertThat(RuleLayout.of(" \n\n")).isEmpty();
    }
}
