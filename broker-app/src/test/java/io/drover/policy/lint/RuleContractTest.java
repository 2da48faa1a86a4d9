package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleContractTest {

    private static final String HEAD = "package drover\nimport io.drover.policy.fact.*\n";

    @Test
    void theShippedRulesKeepTheContract() {
        assertThat(new RuleContract().check(RuleSource.read(Path.of("..", "rules"))))
                .isEmpty();
    }

    @Test
    void anUnknownPropertyIsRefusedAtItsPlaceWithTheNearestName() {
        assertThat(condition("Agent( online == true,\n            helth_score < 3 )"))
                .containsExactly(new RuleProblem(
                        "test.drl",
                        7,
                        13,
                        "unknown-property",
                        "Agent has no property helth_score",
                        "did you mean health_score?"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Agent( mode == \"drain\", health_score >= 40 && cpu_percent < 99.5 )",
                "Agent( mode in ( \"drain\", \"maintenance\" ), zone not in ( \"a\", \"b\" ) )",
                "Agent( tags[\"gpu\"] == \"yes\" || tags[\"gpu\"] == null )",
                "Agent( tags.containsKey( \"gpu\" ), !tags.isEmpty() )",
                "Agent( farm_ids contains \"red\", farm_ids not contains \"blue\", \"red\" memberOf farm_ids )",
                "Agent( hostname matches \"rds-.*\", hostname.startsWith( \"rds\" ) )",
                "Agent( $n : active_sessions, $m : disconnected_sessions > $n, load - $n * 2 < max_sessions )",
                "Agent( !online, ( cpu_percent > 90 || memory_used_percent > 90 ) && load > 0 )",
                "$a : Agent( $z : zone != \"\" )\n    not Agent( this != $a, zone == $z )",
                "exists ( Agent( zone == \"x\" ) and Farm( jitter == true ) )",
                "forall( $a : Agent( online == true ) Agent( this == $a, quarantined == false ) )",
                "( $a : Agent( zone == \"x\" ) or $a : Agent( zone == \"y\" ) )\n    Agent( this != $a )",
                "accumulate( Agent( $n : load ); $all : sum( $n ), $count : count(); $all > 3, $count < 9 )",
                "Request( farm.strategy == \"score\", farm.min_health_score > 3, short_name == true )",
                "Request( $g : groups )\n    Agent( zone memberOf $g )",
                "$app : Resource()\n    Agent( ready_for( $app ) == true, carries( tags ) )",
                "Lease( -expires_at < -3, farm_rank( \"x\" ) == 0 ) // a comment",
                "Agent( mode == \"drain\" /* why */ )"
            })
    void conditionsOfTheLanguageAreTaken(String condition) {
        assertThat(condition(condition)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Agnet( online == true ) | there is no fact Agnet; did you mean Agent?",
                "Agent( mode == \"draining\" ) | it is never \"draining\"; did you mean drain?",
                "Resource( kind in ( \"desktop\", \"app\" ) ) | it is never \"app\"",
                "Agent( health_score < \"3\" ) | < does not go between a number and text",
                "Agent( health_score == \"3\" ) | a number is never equal to text",
                "Agent( online == \"true\" ) | true or false is never equal to text",
                "Agent( mode == Bars.NEW_SESSION ) | text is never equal to one of the vocabulary's constants",
                "Agent( online == null ) | true or false is never equal to null",
                "Agent( zone > \"a\" ) | > does not go between text and text",
                "Agent( tags == \"gpu\" ) | a table of texts is never equal to text",
                "Agent( tags.gpu == \"yes\" ) | a table of texts has no properties; write [\"gpu\"]",
                "Agent( tags[0] == \"yes\" ) | only a table of texts has [ ], with a text in it",
                "Agent( zone == 'a' ) | unexpected '; write texts in double quotes",
                "Agent( $s : load * 10 - sessions ) | $s would be bound to the first property only",
                "Agent( $s : load + 1 > 3 ) | $s would be bound to the first property only",
                "Agent( n : load ) | a variable starts with $; write $n",
                "Agent( $n : load, $n : sessions ) | $n is bound already",
                "Agent( load > $n ) | $n is not bound",
                "not Agent( $n : load )  Agent( load > $n ) | $n is not bound",
                "Agent( load / 2 > 3 ) | loses the rest; write 2.0 instead of 2",
                "Agent( load ) | a condition is true or false; compare it with something",
                "Agent( load > 3 && < 5 ) | unexpected <",
                "Agent( zone str[startsWith] \"a\" ) | unexpected str",
                "Agent( zone soundslike \"a\" ) | unexpected soundslike",
                "Agent( carries( \"gpu\" ) ) | carries() takes (a table of texts)",
                "Agent( carry( tags ) ) | Agent has no carry(); did you mean carries?",
                "Agent( zone.trim() == \"a\" ) | text has no trim(); known: contains",
                "Agent( exclude( \"x\", Bars.ANY_SESSION, \"\" ) == null ) | exclude() says something",
                "Agent( view.id == \"a\" ) | Agent has no property view",
                "Agent( getClass() != null ) | Agent has no getClass()",
                "Agent( \"a\"; ) | conditions name their property",
                "Agent( $n := load ) | unexpected =",
                "Agent() from $r.getX() | from is not used",
                "Number( intValue > 3 ) from accumulate( Agent( $n : load ), sum( $n ) ) | from is not used; write accumulate",
                "java.util.List( size > 2 ) from collect( Agent() ) | from is not used",
                "Agent() over window:length( 3 ) | windows are not used",
                "accumulate( Agent( $n : load ); $l : collectList( $n ) ) | accumulate has no collectList()",
                "accumulate( Agent( $z : zone ); $l : sum( $z ) ) | $z is no number",
                "eval( true ) | eval is not used in conditions",
                "Call() | only rules of stage resolve look at a Call"
            })
    void conditionsThatWouldMisleadAreRefused(String condition, String message) {
        assertThat(condition(condition))
                .extracting(RuleProblem::sentence)
                .anySatisfy(m -> assertThat(m).contains(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "score | $agent.score( \"x\", 10 * $n - 2.5 ); $agent.score( $farm, \"y\", $n > 3 ? 1 : -1.0 );",
                "score | $agent.score( \"x of \" + $agent.getId() + $n, ( 1 + $n ) / 2.0 );",
                "filter | $agent.exclude( \"x\", Bars.ANY_SESSION, $n + \" is much\" ); // why",
                "filter | $agent.join( $farm );",
                "filter | $agent.exclude( $farm, \"x\", Bars.NEW_SESSION, \"\" );"
            })
    void effectsOfTheStageAreTaken(String stage, String effects) {
        assertThat(effects(stage, effects)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "score | $agent.exclude( \"x\", Bars.ANY_SESSION, \"\" ); | exclude() belongs to stage filter, this rule to stage score",
                "filter | $agent.score( \"x\", 1 ); | score() belongs to stage score, this rule to stage filter",
                "score | $agent.scores( \"x\", 1 ); | Agent has no effect scores(); did you mean score?",
                "score | $agent.score( 1, \"x\" ); | Agent.score takes (a fact Farm, text, a number) or",
                "score | $agent.score( \"x\", \"1\" ); | Agent.score takes",
                "score | $farm.score( \"x\", 1 ); | Farm has no effect score(); nothing is said of it",
                "score | $host.score( \"x\", 1 ); | $host is not bound",
                "score | $agent.score( \"x\", $m ); | $m is not bound; did you mean $n?",
                "score | $agent.score( \"x\", $n / 2 ); | loses the rest; write 2.0 instead of 2",
                "score | $agent.score( \"x\", $agent.load ); | bind it to a variable there, or write getLoad()",
                "score | $agent.score( \"x\", Bars.NEW_SESSION ); | Agent.score takes",
                "filter | $agent.exclude( \"x\", Bars.NOBODY, \"\" ); | Bars.NOBODY is not in the vocabulary; known: ANY_SESSION, NEW_SESSION",
                "score | insert( $agent ); | the then part only says things",
                "score | int x = 3; | the then part only says things",
                "score | if ( $n > 3 ) $agent.score( \"x\", 1 ); | the then part only says things",
                "score | while ( true ) {} | the then part only says things",
                "score | $agent.getId(); | Agent has no effect getId()",
                "score | $n++; | the then part only says things",
                "score | $agent.score( \"x\", 'c' ); | the then part only says things",
                "score | $agent.score( \"x\", new Integer( 1 ) ); | the then part only says things",
                "score | $agent.score( \"x\", (int) 2.5 ); | the then part only says things",
                "score | $agent.score( \"x\", 1 | it cannot be read as Java",
                "score | `` | the then part says nothing"
            })
    void otherRightHandSidesAreRefused(String stage, String effects, String message) {
        assertThat(effects(stage, effects == null ? "" : effects))
                .extracting(RuleProblem::sentence)
                .anySatisfy(m -> assertThat(m).contains(message));
    }

    @Test
    void placesOnTheRightHandSideAreThoseOfTheFile() {
        assertThat(effects("score", "$agent.score( \"x\", 1 );\n    $agent.score( \"ü\",\n        $m );"))
                .singleElement()
                .satisfies(p -> {
                    assertThat(p.line()).isEqualTo(10);
                    assertThat(p.column()).isEqualTo(9);
                });
    }

    @Test
    void aRuleThatJoinsCannotLookAtTheRequest() {
        assertThat(check(rule("filter", "Request() $farm : Farm() $agent : Agent()", "$agent.join( $farm );")))
                .extracting(RuleProblem::sentence)
                .containsExactly("membership holds for everybody; a rule that joins cannot look at a request");
    }

    @Test
    void aCallIsUnderstoodBeforeTheRequest() {
        assertThat(check(rule("resolve", "$call : Call() not Session()", "$call.whole_fleet( 1 );")))
                .extracting(RuleProblem::sentence)
                .containsExactly(
                        "a call is understood before anything else of the request is known; look at Call and Settings");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@id(\"a\") @doc(\"d\") | the rule has no @stage",
                "@id(\"a\") @stage(score) | the rule has no @doc",
                "@stage(score) @doc(\"d\") | the rule has no @id",
                "@id(\"a\") @stage(scoring) @doc(\"d\") | there is no stage scoring; did you mean score?",
                "@id(\"A b\") @stage(score) @doc(\"d\") | the id \"A b\" may have small letters",
                "@id(\"a\") @stage(score) @doc(\" \") | @doc says nothing",
                "@id(\"a\") @stage(score) @doc(\"d\") @Eager | @Eager is not used in rules",
                "@id(\"a\") @stage(score) @doc(\"d\") salience 10 | salience is not used in rules",
                "@id(\"a\") @stage(score) @doc(\"d\") no-loop true | no-loop is not used in rules",
                "@id(\"a\") @stage(score) @doc(\"d\") lock-on-active true | lock-on-active is not used",
                "@id(\"a\") @stage(score) @doc(\"d\") dialect \"mvel\" | dialect is not used in rules",
                "extends \"other\" @id(\"a\") @stage(score) @doc(\"d\") | a rule does not extend another"
            })
    void theHeadOfARuleIsComplete(String head, String message) {
        String rule = HEAD + "rule \"one\" " + head + "\nwhen\n    $agent : Agent()\nthen\n"
                + "    $agent.score( \"x\", 1 );\nend\n";
        assertThat(check(rule))
                .extracting(RuleProblem::sentence)
                .anySatisfy(m -> assertThat(m).contains(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "package other | rules stand in package drover",
                "package drover import java.util.List | import nothing but io.drover.policy.fact.*",
                "package drover import io.drover.policy.* | import nothing but io.drover.policy.fact.*",
                "package drover import io.drover.policy.fact.AgentView | import nothing but",
                "package drover import static java.lang.Math.* | functions are not imported",
                "package drover import function java.lang.Math.abs | functions are not imported",
                "package drover global java.lang.String x | globals are not used",
                "package drover function int f() { return 1; } | functions are not used",
                "package drover declare Thing x : int end | types are not declared",
                "package drover declare enum Colour RED; end | types are not declared",
                "package drover query q() Agent() end | queries are not used",
                "package drover dialect \"mvel\" | dialect is not used",
                "package drover nonsense | mismatched input"
            })
    void aFileHoldsNothingButRules(String text, String message) {
        assertThat(check(text))
                .extracting(RuleProblem::sentence)
                .anySatisfy(m -> assertThat(m).contains(message));
    }

    @Test
    void idsAndNamesStandOnceAcrossFiles() {
        String rule = rule("score", "$agent : Agent()", "$agent.score( \"x\", 1 );");
        List<RuleProblem> found =
                new RuleContract().check(new RuleSource(new TreeMap<>(Map.of("a.drl", rule, "b/c.drl", rule))));
        assertThat(found)
                .extracting(RuleProblem::toString)
                .containsExactly(
                        "b/c.drl:3:1: the rule \"one\" stands in a.drl:3 too; say what is special about this rule [duplicate-name]",
                        "b/c.drl:3:12: the id \"one\" stands in a.drl:3 too; decisions and tests call a rule by its id, choose another [duplicate-id]");
    }

    @Test
    void whatCannotBeReadSaysWhere() {
        assertThat(check(HEAD + "rule \"one\"\nwhen\n    Agent( id == \"x\" foo )\nthen\nend\n"))
                .singleElement()
                .satisfies(p -> {
                    assertThat(p.line()).isEqualTo(5);
                    assertThat(p.column()).isPositive();
                });
    }

    @Test
    void allProblemsOfAFileAreToldAtOnce() {
        assertThat(condition("Agent( lod > 1, zon == \"a\" )\n    Agnet()")).hasSize(3);
    }

    private static List<RuleProblem> condition(String condition) {
        return check(HEAD + "rule \"one\" @id(\"one\") @stage(select) @doc(\"test\")\nwhen\n    $r : Request()\n    "
                + condition + "\nthen\n    $r.note( \"x\" );\nend\n");
    }

    private static List<RuleProblem> effects(String stage, String effects) {
        return check(rule(stage, "$farm : Farm()\n    $agent : Agent( $n : load )", effects));
    }

    private static String rule(String stage, String conditions, String effects) {
        return HEAD + "rule \"one\" @id(\"one\") @stage(" + stage + ") @doc(\"test\")\nwhen\n    " + conditions
                + "\nthen\n    " + effects + "\nend\n";
    }

    private static List<RuleProblem> check(String text) {
        return new RuleContract().check(new RuleSource(new TreeMap<>(Map.of("test.drl", text))));
    }
}
