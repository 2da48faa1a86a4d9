package io.drover.scenario.parse;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** The parts of a JSON Schema that have names, and the words for the others. For one thread. */
final class Definitions {

    private static final String PREFIX = "#/$defs/";

    private final Descriptions descriptions;
    private final Map<String, ObjectNode> named = new LinkedHashMap<>();

    Definitions(Descriptions descriptions) {
        this.descriptions = descriptions;
    }

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode type(String type) {
        return node().put("type", type);
    }

    static ObjectNode text(Definitions all) {
        ObjectNode text = node();
        text.putArray("type").add("string").add("number").add("boolean");
        return text;
    }

    static ObjectNode integer(long least, long most) {
        ObjectNode integer = type("integer").put("minimum", least);
        return most >= Integer.MAX_VALUE ? integer : integer.put("maximum", most);
    }

    static ObjectNode number(long least, long most) {
        return type("number").put("minimum", least).put("maximum", most);
    }

    static ObjectNode pattern(String pattern) {
        return type("string").put("pattern", "^" + pattern + "$");
    }

    static ObjectNode format(String format) {
        return type("string").put("format", format);
    }

    static ObjectNode words(Collection<String> words) {
        ObjectNode node = node();
        ArrayNode all = node.putArray("enum");
        new TreeSet<>(words).forEach(all::add);
        return node;
    }

    static ObjectNode required(String key) {
        ObjectNode node = node();
        node.putArray("required").add(key);
        return node;
    }

    static ObjectNode list(ObjectNode of) {
        return type("array").set("items", of);
    }

    static ObjectNode named(ObjectNode of) {
        return type("object").set("additionalProperties", of);
    }

    static ObjectNode anyOf(List<ObjectNode> kinds) {
        ObjectNode node = node();
        node.putArray("anyOf").addAll(kinds);
        return node;
    }

    /** The same, or null. */
    static ObjectNode orNull(ObjectNode kind) {
        if (kind.path("type").isTextual()) {
            String type = kind.get("type").textValue();
            kind.putArray("type").add(type).add("null");
            return kind;
        }
        return anyOf(List.of(kind, type("null")));
    }

    /** Refers to a map with a fixed set of keys, and describes it when that was not done yet. */
    ObjectNode reference(String name, Function<YamlMap, ?> reader) {
        if (!named.containsKey(name)) {
            ObjectNode object = type("object");
            named.put(name, object);
            describe(object, name, YamlMap.asked(reader));
        }
        return node().put("$ref", PREFIX + name);
    }

    private void describe(ObjectNode object, String name, Map<String, YamlMap.Asked> keys) {
        ObjectNode properties = object.putObject("properties");
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        keys.forEach((key, asked) -> {
            ObjectNode kind = asked.kind().schema().apply(this);
            ObjectNode property = asked.nullable() ? orNull(kind) : kind;
            properties.set(key, property.put("description", descriptions.of(name, key)));
            if (asked.required()) {
                required.add(key);
            }
        });
        if (!required.isEmpty()) {
            object.set("required", required);
        }
        object.put("additionalProperties", false);
    }

    /** What a reference leads to, without what it requires. */
    ObjectNode partial(ObjectNode reference) {
        String name = reference.path("$ref").asText().substring(PREFIX.length());
        ObjectNode whole = named.getOrDefault(name, node()).deepCopy();
        whole.remove("required");
        return whole;
    }

    /** The named parts, by name. */
    ObjectNode all() {
        ObjectNode all = node();
        named.forEach(all::set);
        return all;
    }
}
