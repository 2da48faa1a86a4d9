package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.operator.FleetFile;
import io.drover.operator.FleetFileException;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import io.drover.policy.lint.RuleContract;
import io.drover.policy.lint.RuleFormat;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.Sources;
import io.drover.scenario.parse.StrictYaml;
import io.drover.scenario.parse.SuiteParser;
import io.drover.simulate.Storm;
import io.drover.simulate.StormParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are almost right: every reader either takes them or says where they are wrong, in time. {@link Fuzz} says
 * how many are tried.
 */
class HostileTextsIT {

    private static final Path SUITES =
            Path.of("../policy-tests/suites").toAbsolutePath().normalize();
    private static final Path SUITE = SUITES.resolve("drain/hostile.scenarios.yml");

    private static final String APPLIED = """
            # What ./drover apply makes true.
            farms:
              office: { name: Office, required_tags: { role: office }, strategy: least-sessions, min_health_score: 50 }
              lab:
                enabled: false
                agent_ids: [rds-01, rds-02]
                policy: { cleanup: { enabled: true, grace_seconds: 300 } }
            resources:
              desk: { farm_id: office, guacamole_connection_id: "101", groups: [staff, "cad"] }
              calc:
                kind: remoteapp
                farm_id: office
                remote_app: "||calc"
                remote_app_path: 'C:\\Windows\\calc.exe'
                remote_app_command_line_setting: 1
                guacamole_connection_name: Calculator
            agents:
              rds-01: { mode: drain, reason: patches, until: "2036-03-02T09:00:00Z", weight: 50, tags: { role: office } }
              47b3990e81304183414e1dc63d4f06a7: { port: 3390, max_sessions: 20, farm_ids: [office], policy: null }
            agent_policy: { cleanup: { enabled: false } }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void suites() throws IOException {
        HostileTexts.attack(
                "suites",
                texts(SUITES, ".yml"),
                text -> takes(file -> file.equals(SUITE) ? text : Files.readString(file)));
    }

    @Test
    void fleets() throws IOException {
        Path fleet = SUITES.resolve("drain/hostile.yml");
        String suite = """
                suite: hostile
                fleet: hostile.yml
                scenarios:
                  - { name: one, when: { username: eve }, then: { leases: 1 } }
                """;

        HostileTexts.attack(
                "fleet files",
                texts(SUITES.resolveSibling("fleets"), ".yml"),
                text -> takes(file -> file.equals(fleet) ? text : suite));
    }

    private static boolean takes(Sources sources) {
        SuiteReading reading = new SuiteParser(sources).parse(SUITE);
        if (reading instanceof SuiteReading.Bad bad) {
            assertThat(bad.problems()).isNotEmpty();
        }
        return reading instanceof SuiteReading.Good;
    }

    @Test
    void storms() throws IOException {
        HostileTexts.attack("storms", texts(SUITES.resolveSibling("storms"), StormParser.ENDING), text -> {
            StrictYaml.Reading<Storm> reading = new StormParser(file -> text).parse(Path.of("hostile.storm.yml"));
            if (reading instanceof StrictYaml.Bad<Storm> bad) {
                assertThat(bad.problems()).isNotEmpty();
            }
            return reading instanceof StrictYaml.Good<Storm>;
        });
    }

    @Test
    void appliedFiles() {
        Path file = folder.resolve("hostile.yml");

        HostileTexts.attack("files of apply", List.of(APPLIED), text -> {
            Files.write(file, text.getBytes(UTF_8));
            try {
                FleetFile.read(file);
                return true;
            } catch (FleetFileException wrong) {
                assertThat(wrong.getMessage()).isNotBlank();
                return false;
            }
        });
    }

    @Test
    void rules() throws IOException {
        HostileTexts.attack("linter of rules", texts(Path.of("../rules"), ".drl"), text -> {
            List<RuleProblem> problems = new RuleContract().check(source(text));
            assertThat(problems)
                    .allSatisfy(problem -> assertThat(problem.line()).isPositive());
            return problems.isEmpty();
        });
    }

    @Test
    void layouts() throws IOException {
        HostileTexts.attack("layout of rules", texts(Path.of("../rules"), ".drl"), text -> {
            try {
                String formatted = new RuleFormat().format("hostile.drl", text);
                assertThat(new RuleFormat().format("hostile.drl", formatted)).isEqualTo(formatted);
                return true;
            } catch (BrokenRulesException broken) {
                assertThat(broken.problems()).isNotEmpty();
                return false;
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
}
