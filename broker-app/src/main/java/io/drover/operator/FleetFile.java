package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.control.Violations;
import io.drover.scenario.parse.PlainEvents;
import io.drover.scenario.parse.Sources;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Farms, resources and agents as an operator wants them. Fields that the file leaves out are none of its business.
 *
 * @param wanted by kind and id, for agents by id or hostname, the fields in the words of the HTTP protocol
 * @param agentPolicy the policy of agents that none nearer reaches; null for none, empty when the file does not say
 */
public record FleetFile(Map<Kind, Map<String, ObjectNode>> wanted, Optional<JsonNode> agentPolicy) {

    static final String AGENT_POLICY = "agent_policy";

    private static final int BYTES_AT_MOST = 16 * 1024 * 1024;

    public FleetFile {
        wanted = Map.copyOf(wanted);
    }

    /**
     * Reads a file: YAML 1.2 with {@code farms}, {@code resources} and {@code agents}, each a map.
     *
     * @throws NoSuchFileException when it is not there
     * @throws FleetFileException when it cannot be read, or something in it would be refused; every problem is named
     */
    public static FleetFile read(Path file) throws NoSuchFileException, FleetFileException {
        try {
            return parse(Sources.read(file, BYTES_AT_MOST), file.toString());
        } catch (NoSuchFileException missing) {
            throw missing;
        } catch (CharacterCodingException coding) {
            throw new FleetFileException(List.of(file + ": is not UTF-8"));
        } catch (IOException failed) {
            throw new FleetFileException(List.of(file + ": cannot be read: " + failed.getMessage()));
        }
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
        sections.add(AGENT_POLICY);
        Optional<JsonNode> agentPolicy = agentPolicy(root, problems);
        root.fieldNames().forEachRemaining(key -> {
            if (!sections.contains(key)) {
                problems.add("%s: there is no such part; known are %s".formatted(key, String.join(", ", sections)));
            }
        });
        if (!problems.isEmpty()) {
            throw new FleetFileException(
                    problems.stream().map(problem -> name + ": " + problem).toList());
        }
        return new FleetFile(wanted, agentPolicy);
    }

    private static Optional<JsonNode> agentPolicy(JsonNode root, List<String> problems) {
        JsonNode policy = root.path(AGENT_POLICY);
        if (policy.isMissingNode()) {
            return Optional.empty();
        }
        Violations violations = new Violations();
        if (!policy.isNull() && !policy.isObject()) {
            problems.add(AGENT_POLICY + ": must be a map, or null for none");
        } else {
            violations.policy(AGENT_POLICY, policy.isNull() ? null : policy);
        }
        violations.list().forEach(violation -> problems.add(violation.toString()));
        return Optional.of(policy);
    }

    private static JsonNode yaml(String text, String name) throws FleetFileException {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .setAllowDuplicateKeys(false)
                .build();
        try {
            Optional<Node> node = PlainEvents.compose(text, name, BYTES_AT_MOST, "write out what they stand for");
            node.ifPresent(TextKeys::make);
            JsonNode root =
                    new ObjectMapper().valueToTree(new StandardConstructor(settings).constructSingleDocument(node));
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
                if (field.getValue().isNull() && !kind.mayBeNone(field.getKey())) {
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
