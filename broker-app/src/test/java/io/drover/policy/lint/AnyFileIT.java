package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import io.drover.policy.layout.Lexemes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever somebody types, the check tells what is wrong with it, and the layout leaves the rules as they are. */
class AnyFileIT {

    private static final List<String> IDS =
            Arrays.stream(Lint.values()).map(Lint::id).toList();
    private static final List<String> ODD = List.of(
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "\"",
            "'",
            "/*",
            "//",
            ";",
            ",",
            ".",
            ":",
            "==",
            "-",
            "!",
            "@",
            "then",
            "end",
            "rule",
            "when",
            "not",
            "exists",
            "from",
            "eval",
            "accumulate",
            "forall",
            "over",
            "do",
            "if",
            "declare",
            "query",
            "0",
            "99999999999",
            "1.5",
            "\"x\"",
            "null",
            "this",
            "new",
            "$x",
            "Agent",
            "Farm",
            "\\",
            "\u00e9",
            "\u0000",
            "#",
            "?");

    @Provide
    Arbitrary<String> files() {
        return Arbitraries.of(
                List.copyOf(RuleSource.read(Path.of("../rules")).files().values()));
    }

    @Property(tries = 300)
    void everythingHasAnAnswer(@ForAll("files") String text, @ForAll long seed) throws BrokenRulesException {
        String broken = broken(text, new Random(seed));

        List<RuleProblem> found = new RuleContract().check(new RuleSource(new TreeMap<>(Map.of("any.drl", broken))));

        assertThat(found).allSatisfy(problem -> {
            assertThat(problem.line()).isBetween(1, (int) broken.lines().count() + 1);
            assertThat(problem.column()).isPositive();
            assertThat(IDS).contains(problem.lint());
            assertThat(problem.message()).isNotBlank().doesNotContain("\n");
            assertThat(problem.hint()).isNotBlank();
        });
        String once = found.isEmpty() ? new RuleFormat().format("any.drl", broken) : laidOut(broken);
        assertThat(laidOut(once)).isEqualTo(once);
    }

    /** The file laid out, or as it is when it cannot be read. */
    private static String laidOut(String text) {
        try {
            return new RuleFormat().format("any.drl", text);
        } catch (BrokenRulesException e) {
            return text;
        }
    }

    /** A file with a few words taken out, doubled, exchanged or put in. */
    private static String broken(String text, Random random) {
        List<String> words = new ArrayList<>(Lexemes.all(text));
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(4)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(random.nextInt(words.size())));
                case 2 -> words.set(at, ODD.get(random.nextInt(ODD.size())));
                default -> words.add(at, ODD.get(random.nextInt(ODD.size())));
            }
        }
        return words.stream()
                .map(word -> word + (word.startsWith("//") || random.nextInt(8) == 0 ? "\n" : " "))
                .collect(Collectors.joining());
    }
}
