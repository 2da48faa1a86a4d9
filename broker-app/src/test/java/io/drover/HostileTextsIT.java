package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.drover.collect.exposition.ExpositionException;
import io.drover.collect.exposition.ExpositionParser;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import io.drover.policy.lint.RuleContract;
import io.drover.policy.lint.RuleFormat;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Files that are almost right: every reader either takes them or says where they are wrong, in time. {@link Fuzz} says
 * how many are tried.
 */
class HostileTextsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String EXPOSITION = """
            # HELP windows_terminal_services_session_info Terminal Services sessions info
            # TYPE windows_terminal_services_session_info gauge
            windows_terminal_services_session_info{host="",session_name="RDP-Tcp#3",state="active",user="CORP\\\\ann"} 1
            windows_terminal_services_session_info{host="",session_name="",state="disconnected",user="CORP\\\\bob"} 1
            # TYPE windows_cpu_time_total counter
            windows_cpu_time_total{core="0,0",mode="idle"} 1.23456789e+06 1764500000000
            windows_os_info{product="Windows Server \\"2022\\"\\n",major_version="10"} 1
            windows_memory_physical_free_bytes +Inf
            windows_memory_physical_total_bytes NaN
            """;

    private interface Reader {
        void read(String text) throws Exception;
    }

    @Test
    void suites() throws IOException {
        Path suites = Path.of("../policy-tests/suites").toAbsolutePath().normalize();
        Path suite = suites.resolve("drain/hostile.scenarios.yml");

        attack(texts(suites, ".yml"), text -> {
            SuiteReading reading =
                    new SuiteParser(file -> file.equals(suite) ? text : Files.readString(file)).parse(suite);
            if (reading instanceof SuiteReading.Bad bad) {
                assertThat(bad.problems()).isNotEmpty();
            }
        });
    }

    @Test
    void rules() throws IOException {
        attack(texts(Path.of("../rules"), ".drl"), text -> {
            List<RuleProblem> problems = new RuleContract().check(source(text));
            assertThat(problems)
                    .allSatisfy(problem -> assertThat(problem.line()).isPositive());
        });
    }

    @Test
    void layouts() throws IOException {
        attack(texts(Path.of("../rules"), ".drl"), text -> {
            try {
                String formatted = new RuleFormat().format("hostile.drl", text);
                assertThat(new RuleFormat().format("hostile.drl", formatted)).isEqualTo(formatted);
            } catch (BrokenRulesException broken) {
                assertThat(broken.problems()).isNotEmpty();
            }
        });
    }

    @Test
    void expositions() throws IOException {
        attack(List.of(EXPOSITION), text -> {
            try {
                ExpositionParser.parse(text, name -> true);
            } catch (ExpositionException wrong) {
                assertThat(wrong.getMessage()).isNotBlank();
            }
        });
    }

    private static RuleSource source(String text) {
        return new RuleSource(new TreeMap<>(Map.of("hostile.drl", text)));
    }

    private static List<String> texts(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> texts = files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .map(HostileTextsIT::text)
                    .toList();
            assertThat(texts).isNotEmpty();
            return texts;
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void attack(List<String> corpus, Reader reader) {
        HostileTexts texts = new HostileTexts(corpus, Fuzz.SEED);
        for (int i = 0; i < Fuzz.INPUTS; i++) {
            String text = texts.next();
            assertTimeoutPreemptively(
                    PATIENCE,
                    () -> reader.read(text),
                    () -> "seed " + Fuzz.SEED + ", the text was:\n"
                            + text.substring(0, Math.min(text.length(), 5_000)));
        }
    }
}
