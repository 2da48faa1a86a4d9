package io.drover.scenario.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.scenario.SuiteReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The one test of the parser that reads the repository's own files: the suites and their reference. */
class ShippedSuitesTest {

    private static final Path SUITES = Path.of("..", "policy-tests", "suites");

    @ParameterizedTest(name = "{0}")
    @MethodSource("suites")
    void everyShippedSuiteIsRead(Path suite) {
        SuiteReading reading = new SuiteParser(Files::readString).parse(suite);
        if (reading instanceof SuiteReading.Bad bad) {
            assertThat(bad.problems()).map(Object::toString).isEmpty();
        }
    }

    @Test
    void exampleOfTheReferenceIsRead() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "scenarios.md"));
        int start = page.indexOf("```yaml\n") + "```yaml\n".length();
        Sources example = file -> page.substring(start, page.indexOf("```", start));
        assertThat(new SuiteParser(example).parse(Path.of("example.scenarios.yml")))
                .isInstanceOf(SuiteReading.Good.class);
    }

    static List<Path> suites() throws IOException {
        try (Stream<Path> files = Files.walk(SUITES)) {
            return files.filter(file -> file.toString().endsWith(".scenarios.yml"))
                    .sorted()
                    .toList();
        }
    }
}
