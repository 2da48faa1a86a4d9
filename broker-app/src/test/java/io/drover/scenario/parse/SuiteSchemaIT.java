package io.drover.scenario.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.drover.scenario.Problem;
import io.drover.scenario.SuiteReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The schema says what the parser does. */
class SuiteSchemaIT {

    private static final Path TESTS = Path.of("../policy-tests");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12,
                    builder -> builder.schemaRegistryConfig(SchemaRegistryConfig.builder()
                            .formatAssertionsEnabled(true)
                            .build()))
            .getSchema(SuiteSchema.text());

    /** Something of every kind. */
    private static final List<String> SAMPLES = List.of(
            "\"drain\"",
            "\"+30s\"",
            "\"2026-12-31\"",
            "5",
            "-1",
            "1.5",
            "true",
            "null",
            "[]",
            "[\"h1\"]",
            "[5]",
            "[{}]",
            "{}",
            "{\"h1\": 5}",
            "{\"h1\": \"x\"}",
            "{\"h1\": [\"agent-draining\"]}",
            "{\"nobody_knows\": 1}");

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(TESTS)) {
            return all.filter(file -> file.toString().endsWith(".yml")
                            && !file.toString().endsWith(".storm.yml")
                            && !file.toString().contains("target"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theFileThatEditorsReadIsTheSchema() throws IOException {
        assertThat(Files.readString(TESTS.resolve("scenarios.schema.json")))
                .as("bring it up to date with: ./drover schema > policy-tests/scenarios.schema.json")
                .isEqualTo(SuiteSchema.text());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyShippedSuiteAndFleetFits(Path file) throws IOException {
        Object yaml = new Load(
                        LoadSettings.builder().setSchema(new CoreSchema()).build())
                .loadFromString(Files.readString(file));

        assertThat(SCHEMA.validate(MAPPER.valueToTree(yaml))).isEmpty();
    }

    /** Where the map of a definition stands in a suite. */
    static Stream<Map.Entry<String, String>> places() {
        return Map.of(
                "settings", "/settings",
                "given", "/given",
                "agent", "/given/agents/h1",
                "farm", "/given/farms/office",
                "resource", "/given/resources/desk",
                "scenario", "/scenarios/0",
                "step", "/scenarios/1/steps/0",
                "when", "/scenarios/0/when",
                "then", "/scenarios/0/then")
                .entrySet()
                .stream();
    }

    @ParameterizedTest
    @MethodSource("places")
    void whatTheSchemaRefusesTheParserRefusesAndTypesTheOtherWayRound(Map.Entry<String, String> place)
            throws IOException {
        List<String> differences = new ArrayList<>();
        List<String> keys = new ArrayList<>(List.of("nobody_knows"));
        MAPPER.readTree(SuiteSchema.text())
                .at("/$defs/" + place.getKey() + "/properties")
                .fieldNames()
                .forEachRemaining(keys::add);
        for (String key : keys) {
            for (String sample : SAMPLES) {
                JsonNode suite = suite();
                ((ObjectNode) suite.at(place.getValue())).set(key, MAPPER.readTree(sample));
                differences.addAll(differences(suite, place.getValue() + "/" + key + ": " + sample));
            }
        }

        assertThat(differences).isEmpty();
    }

    private static JsonNode suite() throws IOException {
        return MAPPER.readTree("""
                {"suite": "A", "settings": {},
                 "given": {"agents": {"h1": {}}, "farms": {"office": {}}, "resources": {"desk": {}}},
                 "scenarios": [
                   {"name": "A", "when": {"username": "alice"}, "then": {"agent": "h1"}},
                   {"name": "B", "steps": [{"when": {"username": "alice"}, "then": {"agent": "h1"}}]}]}
                """);
    }

    private static List<String> differences(JsonNode suite, String what) {
        List<Error> errors = SCHEMA.validate(suite);
        SuiteReading reading = new SuiteParser(file -> suite.toString()).parse(Path.of("a.yml"));
        List<Problem> problems = reading instanceof SuiteReading.Bad bad ? bad.problems() : List.of();
        if (!errors.isEmpty() && problems.isEmpty()) {
            return List.of(what + " is refused by the schema alone: " + errors);
        }
        boolean wrongType = problems.stream()
                .anyMatch(problem -> problem.reason().matches("expected (?!nothing).*|unknown key|.*out of range"));
        return wrongType && errors.isEmpty()
                ? List.of(what + " is refused by the parser alone: " + problems)
                : List.of();
    }
}
