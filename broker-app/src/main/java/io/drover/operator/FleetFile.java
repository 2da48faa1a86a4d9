package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.control.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Farms, resources and agents as an operator wants them. Fields that the file leaves out are none of its business.
 *
 * @param wanted by kind and id, for agents by id or hostname, the fields in the words of the HTTP protocol
 */
public record FleetFile(Map<Kind, Map<String, ObjectNode>> wanted) {

    public FleetFile {
        wanted = Map.copyOf(wanted);
    }

    /**
     * Reads a file: YAML 1.2 with {@code farms}, {@code resources} and {@code agents}, each a map.
     *
     * @throws IOException when it cannot be read
     * @throws FleetFileException when something in it would be refused; every problem is named
     */
    public static FleetFile read(Path file) throws IOException, FleetFileException {
        return parse(Files.readString(file), file.toString());
    }

    static FleetFile parse(String text, String name) throws FleetFileException {
        List<String> problems = new ArrayList<>();
        JsonNode root = yaml(text, name);
        Map<Kind, Map<String, ObjectNode>> wanted = new EnumMap<>(Kind.class);
        List<String> sections = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            sections.add(kind.section());
            wanted.put(kind, section(kind, root.path(kind.section()), problems));
        }
        root.fieldNames().forEachRemaining(key -> {
            if (!sections.contains(key)) {
                problems.add("%s: there is no such part; known are %s".formatted(key, String.join(", ", sections)));
            }
        });
        if (!problems.isEmpty()) {
            throw new FleetFileException(
                    problems.stream().map(problem -> name + ": " + problem).toList());
        }
        return new FleetFile(wanted);
    }

    private static JsonNode yaml(String text, String name) throws FleetFileException {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .setAllowDuplicateKeys(false)
                .build();
        try {
            JsonNode root = new ObjectMapper().valueToTree(new Load(settings).loadFromString(text));
            if (!root.isObject()) {
                throw new FleetFileException(List.of(name + ": must be a map of farms, resources and agents"));
            }
            return root;
        } catch (YamlEngineException | IllegalArgumentException e) {
            throw new FleetFileException(List.of(name + ": not YAML: " + e.getMessage()));
        }
    }

    private static Map<String, ObjectNode> section(Kind kind, JsonNode section, List<String> problems) {
        Map<String, ObjectNode> entries = new TreeMap<>();
        if (!section.isObject() && !section.isMissingNode() && !section.isNull()) {
            problems.add(kind.section() + ": must be a map");
        }
        section.properties().forEach(entry -> {
            String place = kind.section() + "." + entry.getKey();
            if (entry.getValue() instanceof ObjectNode fields) {
                check(kind, entry.getKey(), fields, place, problems);
                entries.put(entry.getKey(), fields);
            } else {
                problems.add(place + ": must be a map of fields");
            }
        });
        return entries;
    }

    private static void check(Kind kind, String id, ObjectNode fields, String place, List<String> problems) {
        ObjectNode whole = fields.deepCopy();
        if (kind != Kind.AGENT) {
            if (fields.has("id")) {
                problems.add(place + ".id: the key is the id");
            }
            fields.properties().forEach(field -> {
                if (field.getValue().isNull()) {
                    problems.add(place + "." + field.getKey() + ": must not be null; leave it out");
                }
            });
            whole.put("id", id);
            if (!whole.has("name")) {
                whole.put("name", id);
            }
        }
        Violations violations = new Violations();
        kind.check(whole, violations);
        violations.list().forEach(violation -> problems.add(place + "." + violation));
    }
}
