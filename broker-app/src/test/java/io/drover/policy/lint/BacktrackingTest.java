package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BacktrackingTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rds-.*",
                ".*-[0-9]+-.*",
                "rds-[0-9]+\\.example\\.com",
                "(red|blue)-[0-9]+",
                "(?i:red|blue)+",
                "(?i)rds.*",
                "(ab)*",
                "(?:a|b|c)*x",
                "(?<name>a|b)+",
                "([0-9]{1,3}\\.){3}[0-9]{1,3}",
                "[a-z]{1,15}-[a-z]{1,15}-[a-z]{1,15}-[a-z]{1,15}-[a-z]{1,15}",
                "[a-z]++-[a-z]++-[a-z]++-[a-z]++",
                "a?b?c?d?e?f?",
                "[]()*+]+x",
                "[^]()*+]+x",
                "[a-z&&[^(+*)]]+",
                "\\Q(a+)+\\E",
                "\\(a+\\)+",
                "(\\(|\\))*",
                "(?=.*x).+",
                "(?<!x)y",
                "\\p{L}+",
                "[0-9]{4}"
            })
    void whatIsAnsweredAtOnceIsTaken(String pattern) {
        assertThat(Pattern.compile(pattern)).isNotNull();
        assertThat(Backtracking.trouble(pattern)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(((a|a?)+)+)+b",
                "(a+)+b",
                "(a*)*b",
                "(?:a+)*b",
                "(?<name>[a-z]+)*b",
                "([a-z]+-?)*b",
                "(.*,)*x",
                "((a{1,9})b?)+",
                "(a|a)*b",
                "(a|ab)*c",
                "(.|a)*c",
                "([ab]|b)+c",
                "(|a)+c",
                "(?i:a|A)*c",
                "(?iu:k|\u212a)*c",
                "(x|\\x78)*c",
                "(a?)*b",
                "((?:a|a))+b",
                "(?>a+)+b",
                "(?=a+)*b",
                "[]]|(a+)+b",
                "[\\Q]\\E](a+)+b",
                "\\Q(\\E(a+)+b",
                "[(](a+)+b",
                "\\c((a+)+b"
            })
    void endlessRepeatsOfWhatRepeatsAreFound(String pattern) {
        assertThat(Pattern.compile(pattern)).isNotNull();
        assertThat(Backtracking.trouble(pattern)).startsWith("what repeats in it without end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".*.*.*.*x",
                "[a-z]+[a-z]+[a-z]+[a-z]+x",
                "(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)"
                        + "(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)",
                "(a?){28}a{28}",
                "((a{1,9}){1,9}){1,9}",
                "(.{0,200}){1,4}x"
            })
    void tooManyWaysAreFound(String pattern) {
        assertThat(Backtracking.trouble(pattern)).isEqualTo("it repeats too much one after the other");
    }

    @Test
    void manyThatMayBeLeftOutAreTooMany() {
        assertThat(Backtracking.trouble("a?".repeat(30) + "a".repeat(30)))
                .isEqualTo("it repeats too much one after the other");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {"(a)\\1 back", "(?<x>a)\\k<x> back", "(?x)(a flags", "(?x:a) flags", "(?d)a flags"})
    void whatCannotBeJudgedIsRefused(String pattern, String why) {
        assertThat(Backtracking.trouble(pattern)).contains(why);
    }
}
