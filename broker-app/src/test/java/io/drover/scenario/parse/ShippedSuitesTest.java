package io.drover.scenario.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.scenario.SuiteReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The one test of the parser that reads the repository's own files. */
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

    static List<Path> suites() throws IOException {
        try (Stream<Path> files = Files.walk(SUITES)) {
            return files.filter(file -> file.toString().endsWith(".scenarios.yml"))
                    .sorted()
                    .toList();
        }
    }
}
