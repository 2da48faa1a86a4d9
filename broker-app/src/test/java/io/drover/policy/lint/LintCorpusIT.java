package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every trap that Drools takes in silence or that a rule must not have, one a file, is found at its line and column.
 * The first line of each file says where, and as what.
 */
class LintCorpusIT {

    private static final Path FOLDER = Path.of("src/test/resources/lint");

    static List<Path> traps() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("traps")
    void theTrapIsFound(Path file) throws IOException {
        String text = Files.readString(file);
        String head = text.lines().findFirst().orElseThrow();

        List<RuleProblem> found = new RuleContract().check(new RuleSource(new TreeMap<>(Map.of("trap.drl", text))));

        assertThat(found)
                .extracting(problem -> problem.line() + ":" + problem.column() + " " + problem.lint())
                .containsExactly(head.substring(head.lastIndexOf(": ") + 2));
        assertThat(found).extracting(RuleProblem::hint).doesNotContain("");
    }
}
