package io.drover.policy.lint;

import java.util.Locale;

/** All that can be wrong with a rule file. Each has an id that stays, and a page in {@code docs/reference/lint}. */
public enum Lint {
    ACCUMULATE_ARGUMENT(
            "accumulate calculates with a number that its pattern binds", "bind a number, as in Agent( $n : load )"),
    CALCULATED_BINDING("A variable takes a property as it is", "calculate in the then part"),
    CALL_OUTSIDE_RESOLVE("Only rules of stage resolve look at a Call", "take Request"),
    CALL_TOO_LATE("A call is understood before anything else of the request is known", "look at Call and Settings"),
    DECLARED_TYPE("Rules declare no types", "the facts are those of rules/README.md"),
    DOES_NOT_COMPILE("The compiler refuses the rule", "look at the rule that starts here"),
    DUPLICATE_ID("An id stands once", "decisions and tests call a rule by its id, choose another"),
    DUPLICATE_NAME("A name stands once", "say what is special about this rule"),
    EFFECT_IN_CONDITION("Conditions ask, they say nothing", "move it into the then part, as a statement of its own"),
    ENTRY_POINT("Rules have no entry points", "every fact is in the fleet or of the request"),
    EVAL("Conditions have no eval", "write the condition into the pattern, as in Agent( load > 3 )"),
    FOREIGN_IMPORT("Rules import the vocabulary alone", "import nothing but io.drover.policy.fact.*"),
    FROM("Conditions have no from", "every fact is in the fleet or of the request"),
    FUNCTION("Rules have no functions", "rules only say things"),
    GLOBAL("Rules have no globals", "the numbers of config.yml are in the fact Settings"),
    INTEGER_DIVISION("Whole numbers divide with a rest", "write 2.0 instead of 2"),
    JOIN_FOR_REQUEST("Membership holds for everybody", "leave out what is of the request"),
    MISSING_DOC("A rule has @doc", "write one sentence for the next reader, as in @doc(\"Why this is so.\")"),
    MISSING_ID("A rule has @id", "write what decisions shall call it, as in @id(\"gpu-for-cad\")"),
    MISSING_STAGE("A rule has @stage", "write where it belongs, as in @stage(score)"),
    NEVER_EQUAL("Values of two kinds are never equal", "compare like with like"),
    NOTHING_SAID("A rule says something", "write what it says, as in $agent.score( \"gpu\", 50 );"),
    NOT_A_TEST("A condition is true or false", "compare it with something"),
    ONLY_EFFECTS("The then part only says things", "write effects alone, as in $agent.score( \"gpu\", 50 );"),
    PROPERTY_IN_EFFECT("Properties are read in conditions", "bind it to a variable there"),
    QUERY("Rules have no queries", "write the conditions into each rule"),
    RULE_ATTRIBUTE("No rule depends on when others fire", "give ranks, orders or points"),
    RULE_EXTENDS("A rule does not extend another", "write its conditions out"),
    RULE_UNIT("Rules have no units", "start the file with: package drover"),
    SCRAPE_ALONE("A host's health is judged by its scrape alone", "give the rule the stage that it belongs to"),
    SEVERAL_THEN_PARTS("A rule has one then part", "write two rules"),
    SLOW_REGULAR_EXPRESSION(
            "A regular expression is answered at once",
            "repeat single characters, as in [a-z0-9-]+, and say how often, as in {1,15}"),
    SYNTAX("It cannot be read", "look at what stands at or just before this place"),
    TAG_ACCESS("Only tables of texts have [ ]", "write a text in it, as in tags[\"gpu\"]"),
    TOO_DEEP("Files, conditions and effects have a size to be read at", "split it into several rules"),
    TOO_MANY_COMBINATIONS(
            "Two facts of which there are many are combined freely, not more",
            "join through an id, as in Agent( id == $id )"),
    UNICODE_ESCAPE("Signs are written as they are", "write the character itself, not its number"),
    UNKNOWN_ACCUMULATE_FUNCTION(
            "accumulate has average, count, max, min and sum", "known: average, count, max, min, sum"),
    UNKNOWN_ANNOTATION("Rules have three annotations", "they have @id, @stage and @doc"),
    UNKNOWN_CONSTANT("The constant is not in the vocabulary", "the constants are those of rules/README.md"),
    UNKNOWN_EFFECT("The fact has no such effect", "nothing is said of it"),
    UNKNOWN_FACT("There is no such fact", "the facts are those of rules/README.md"),
    UNKNOWN_PROPERTY("The fact has no such property", "the properties are those of rules/README.md"),
    UNKNOWN_QUESTION("The value cannot be asked that", "what can be asked is in rules/README.md"),
    UNKNOWN_STAGE("There is no such stage", "the stages are those of rules/README.md"),
    UNKNOWN_VARIABLE("The variable is not bound", "bind it in the conditions, as in Agent( $n : load )"),
    UNNAMED_CONDITION("Conditions name their property", "write it out, as in health_score > 50"),
    UNREADABLE_CONDITION("The condition cannot be read", "the language of conditions is in rules/README.md"),
    UNSUPPORTED_CONDITION("Conditions are patterns", "write facts and what must be true of them"),
    VARIABLE_BOUND_TWICE("A variable is bound once", "take another name"),
    VARIABLE_NAME("A variable starts with $", "write $ before it"),
    WINDOW("Rules have no windows", "rules see the fleet as it is now"),
    WRONG_ARGUMENTS("What stands in the parentheses does not fit", "look it up in rules/README.md"),
    WRONG_ID("Ids are made of small letters, digits and -", "write it as in gpu-for-cad"),
    WRONG_NUMBER(
            "A number is within its range, and has no 0 before it", "write fewer digits, or 2.5 for a decimal number"),
    WRONG_OPERAND("The sign does not go with the values", "compare and calculate like with like"),
    WRONG_PACKAGE("Rules stand in package drover", "start the file with: package drover"),
    WRONG_REGULAR_EXPRESSION(
            "What matches compares with is a regular expression", "write it as java.util.regex.Pattern has it"),
    WRONG_STAGE("An effect belongs to a stage", "move it to a rule of that stage"),
    WRONG_WORD("The property is never that word", "take one of the words that it can be");

    private final String title;
    private final String hint;

    /**
     * @param title the law that is broken, one sentence
     * @param hint what to do when nothing closer is known
     */
    Lint(String title, String hint) {
        this.title = title;
        this.hint = hint;
    }

    /** The id by which findings, pages and tools call it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The law that is broken, one sentence without a full stop. */
    public String title() {
        return title;
    }

    /** What to do when nothing closer is known. */
    public String hint() {
        return hint;
    }
}
