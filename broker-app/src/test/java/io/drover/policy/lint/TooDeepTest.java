package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is nested too deep or too long for a reader is a finding, and no failure of the reader. */
class TooDeepTest {

    private static final String LOAD = "load > 3";
    private static final String ONE = "1";

    static Stream<String> tooMuch() {
        return Stream.of(
                rule("(".repeat(3000) + "load" + ")".repeat(3000) + " > 3", ONE),
                rule(LOAD, "(".repeat(3000) + ONE + ")".repeat(3000)),
                rule(LOAD + " + 1".repeat(20_000), ONE),
                rule(LOAD, ONE + "+1".repeat(20_000)),
                rule(LOAD + (" || " + LOAD).repeat(5000), ONE),
                rule("!".repeat(20_000) + "online", ONE),
                rule("hostname == \"" + "x".repeat(20_000) + "\"", ONE),
                rule("hostname == '" + "\\x".repeat(20_000) + "'", ONE),
                rule("/* ( */ load" + "[".repeat(3000), ONE),
                rule("\"(\" == zone, " + "(".repeat(3000), ONE),
                rule(LOAD, ONE) + "/* */".repeat(50_000));
    }

    @ParameterizedTest
    @MethodSource("tooMuch")
    void theCheckFindsIt(String text) {
        assertThat(check(text)).extracting(RuleProblem::lint).containsExactly("too-deep");
    }

    @ParameterizedTest
    @MethodSource("tooMuch")
    void theLayoutRefusesIt(String text) {
        assertThatThrownBy(() -> new RuleFormat().format("deep.drl", text))
                .isInstanceOfSatisfying(
                        BrokenRulesException.class,
                        broken -> assertThat(broken.problems())
                                .extracting(RuleProblem::lint)
                                .containsExactly("too-deep"));
    }

    @Test
    void otherFilesAreCheckedAllTheSame() {
        RuleSource both = new RuleSource(
                new TreeMap<>(Map.of("a.drl", rule("(".repeat(3000), ONE), "b.drl", rule("laod > 3", ONE))));

        assertThat(new RuleContract().check(both))
                .extracting(RuleProblem::lint)
                .containsExactly("too-deep", "unknown-property");
    }

    @Test
    void whatStandsInCommentsAndTextsIsNotCounted() {
        assertThat(check(rule(LOAD + " /* " + "(".repeat(3000) + " */ // " + "( ".repeat(3000) + "\n", ONE)))
                .isEmpty();
        assertThat(check(rule("hostname == \"" + "(".repeat(900) + "\"", ONE))).isEmpty();
    }

    @Test
    void longListsAndManyRulesAreTaken() {
        StringBuilder many = new StringBuilder(rule("zone in ( \"a\"" + ", \"b\"".repeat(500) + " )", ONE));
        for (int i = 0; i < 100; i++) {
            many.append(rule(LOAD, ONE).replaceFirst("(?s)^.*?rule", "rule").replace("eep\"", "eep" + i + "\""));
        }

        assertThat(check(many.toString())).isEmpty();
    }

    private static List<RuleProblem> check(String text) {
        return new RuleContract().check(new RuleSource(new TreeMap<>(Map.of("deep.drl", text))));
    }

    private static String rule(String condition, String points) {
        return """
                package drover

                import io.drover.policy.fact.*

                rule "Deep"
                    @id("deep") @stage(score)
                    @doc("test")
                when
                    $agent : Agent( %s )
                then
                    $agent.score( "x", %s );
                end
                """.formatted(condition, points);
    }
}
