package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.drover.auth.KeyConfig;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference of the settings is true: it names every key, with the default that holds. */
class SettingsReferenceIT {

    private static final Path PAGE = Path.of("../docs/reference/settings.md");
    private static final Path SHIPPED = Path.of("../config.yml");
    private static final Predicate<String> DROPWIZARDS =
            key -> Stream.of("server.", "logging.", "metrics.").anyMatch(key::startsWith);

    @Test
    void itNamesEveryKeyOfDroversSectionsAndNoOther() throws IOException {
        List<String> keys = keys("", DroverConfig.class.getConstructors()[0]).toList();

        assertThat(rows("").keySet().stream().filter(DROPWIZARDS.negate())).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void itSaysWhatAKeyOfACallerIsMadeOf() throws IOException {
        assertThat(rows("**A key**").keySet())
                .containsAll(Arrays.stream(KeyConfig.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    @Test
    void itsDefaultsAreThoseOfTheShippedFile() throws IOException {
        Map<String, String> shipped = new TreeMap<>();
        flatten("", new ObjectMapper(new YAMLFactory()).readTree(SHIPPED.toFile()), shipped);
        Map<String, String> documented = new TreeMap<>();
        rows("").forEach((key, cells) -> documented.put(key, cells.get(2).replace("`", "")));
        documented.values().removeIf(text -> text.equals("none") || text.equals("see the file"));
        shipped.keySet().removeIf(key -> key.startsWith("logging.loggers") || key.endsWith("logFormat"));

        assertThat(documented).isEqualTo(shipped);
    }

    /** The cells of each row of the tables after this text, by the key in the first cell. */
    private static Map<String, List<String>> rows(String after) throws IOException {
        String page = Files.readString(PAGE);
        Map<String, List<String>> rows = new LinkedHashMap<>();
        page.substring(page.indexOf(after))
                .lines()
                .filter(line -> line.startsWith("| `") && (line.contains(".") || !after.isEmpty()))
                .map(line -> Arrays.stream(line.substring(1).split(" \\|", -1))
                        .map(String::strip)
                        .toList())
                .filter(cells -> !after.isEmpty() || cells.size() > 4)
                .forEach(cells -> rows.put(cells.get(0).replace("`", ""), cells));
        return rows;
    }

    private static Stream<String> keys(String section, Executable factory) {
        return Arrays.stream(factory.getParameters()).flatMap(parameter -> keys(section, parameter));
    }

    private static Stream<String> keys(String section, Parameter parameter) {
        String name = section
                + Objects.requireNonNull(parameter.getAnnotation(JsonProperty.class))
                        .value();
        return Stream.<Class<?>>of(parameter.getType())
                .filter(Class::isRecord)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.isAnnotationPresent(JsonCreator.class))
                .findFirst()
                .map(factory -> keys(name + ".", factory))
                .orElse(Stream.of(name));
    }

    private static void flatten(String key, JsonNode node, Map<String, String> into) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties()
                    .forEach(child ->
                            flatten((key.isEmpty() ? "" : key + ".") + child.getKey(), child.getValue(), into));
        } else if (node.isArray() && !node.isEmpty()) {
            flatten(key + "[]", node.path(0), into);
        } else {
            into.put(key, node.isTextual() && !node.textValue().isEmpty() ? node.textValue() : node.toString());
        }
    }
}
