package io.drover.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads the fields of a JSON object strictly: a value of another type is a violation, and so is, after
 * {@link #refuseOthers}, a field that nobody asked for. For one input, by one thread.
 */
public final class JsonFields {

    private final JsonNode object;
    private final Violations violations;
    private final Set<String> known = new HashSet<>();

    public JsonFields(JsonNode json, Violations violations) {
        this.object = json;
        this.violations = violations;
        if (!json.isObject()) {
            violations.add("body", "must be a JSON object");
        }
    }

    public Maybe<String> text(String field) {
        return read(field, JsonNode::isTextual, JsonNode::textValue, "must be text");
    }

    public Maybe<Boolean> bool(String field) {
        return read(field, JsonNode::isBoolean, JsonNode::booleanValue, "must be true or false");
    }

    public Maybe<Integer> integer(String field) {
        return read(
                field,
                node -> node.isIntegralNumber() && node.canConvertToInt(),
                JsonNode::intValue,
                "must be a whole number of at most nine digits");
    }

    public Maybe<List<String>> texts(String field) {
        return read(field, JsonFields::isListOfTexts, JsonFields::list, "must be a list of texts");
    }

    public Maybe<Map<String, String>> textMap(String field) {
        return read(field, JsonFields::isMapOfTexts, JsonFields::map, "must be an object whose values are texts");
    }

    public Maybe<JsonNode> object(String field) {
        return read(field, JsonNode::isObject, node -> node, "must be an object");
    }

    /** Refuses every field that was not asked for until now. */
    public void refuseOthers() {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                violations.add(shown(name), "is no field of this object");
            }
        });
    }

    private <T> Maybe<T> read(String field, Predicate<JsonNode> fits, Function<JsonNode, T> value, String reason) {
        known.add(field);
        JsonNode node = object.get(field);
        if (node == null) {
            return Maybe.absent();
        }
        if (node.isNull()) {
            return Maybe.cleared();
        }
        if (!fits.test(node)) {
            violations.add(field, reason);
            return Maybe.absent();
        }
        return Maybe.of(value.apply(node));
    }

    private static boolean isListOfTexts(JsonNode node) {
        return node.isArray() && node.valueStream().allMatch(JsonNode::isTextual);
    }

    private static List<String> list(JsonNode node) {
        List<String> texts = new ArrayList<>(node.size());
        node.forEach(element -> texts.add(element.textValue()));
        return texts;
    }

    private static boolean isMapOfTexts(JsonNode node) {
        return node.isObject() && node.valueStream().allMatch(JsonNode::isTextual);
    }

    private static Map<String, String> map(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().textValue()));
        return texts;
    }

    private static String shown(String name) {
        boolean readable = name.length() <= 64 && name.chars().allMatch(c -> c > ' ' && c < 127);
        return readable ? name : "a field";
    }
}
