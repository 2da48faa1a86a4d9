package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Bodies that are almost right, the same ones for the same seed. */
final class HostileBodies {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String HOLE = "@hole@";

    /** What a field may not be, or only sometimes. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "0",
            "-1",
            "3.5",
            "NaN",
            "Infinity",
            "-Infinity",
            "1e999",
            "-1e999",
            "1e-400",
            "-0.0",
            "9223372036854775807",
            "9223372036854775808",
            "1" + "0".repeat(90),
            "1".repeat(5_000),
            "01",
            "\"\"",
            "\" \"",
            "\"1\"",
            "\"\\u0000\"",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"\\u200b\"",
            "\"\\u202e\\u2066\"",
            "\"a\\nb\"",
            "\"\\u007f\\u0085\"",
            "\"\\\\\"",
            "\"@\"",
            "\"CORP\\\\\"",
            "\"a@b@c\\\\d/e\"",
            "\"<script>'; DROP TABLE lease; --\"",
            "\"" + "x".repeat(600) + "\"",
            "\"" + "ß".repeat(5_000) + "\"",
            "\"\\ufdfa" + "\\u0344".repeat(200) + "\"",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            "[1,\"a\",true,null,{}]",
            "{\"a\":1,\"a\":2}",
            "[" + "\"a\",".repeat(10_500) + "\"a\"]",
            "[".repeat(40) + "]".repeat(40),
            "[".repeat(3_000),
            "{\"a\":".repeat(3_000),
            "'a'",
            "undefined",
            "\"\\x41\"",
            "\"open",
            "/* c */ 1");

    private final Random random;

    HostileBodies(long seed) {
        random = new Random(seed);
    }

    /** A body that is this one but for something. */
    byte[] json(String valid) {
        return switch (random.nextInt(10)) {
            case 0 -> cut(valid).getBytes(UTF_8);
            case 1 -> (valid + value()).getBytes(UTF_8);
            case 2 -> bent(valid.getBytes(UTF_8));
            case 3 -> value().getBytes(UTF_8);
            case 4 -> with(valid, "\"unknown\":" + value()).getBytes(UTF_8);
            case 5 -> with(valid, "\"" + name(valid) + "\":" + value()).getBytes(UTF_8);
            default -> replaced(valid).getBytes(UTF_8);
        };
    }

    /** A form that is this one but for something. */
    byte[] form(String valid) {
        String part = random.nextBoolean()
                ? value()
                : List.of("%", "%zz", "%00", "%ff%fe", "%ed%a0%80", "+", "&&", "=", "%0a")
                        .get(random.nextInt(9));
        return switch (random.nextInt(5)) {
            case 0 -> cut(valid).getBytes(UTF_8);
            case 1 -> bent(valid.getBytes(UTF_8));
            case 2 -> (valid + "&username=" + part).getBytes(UTF_8);
            case 3 -> (valid + part).getBytes(UTF_8);
            default ->
                valid.replaceFirst("=[^&]*", "=" + part.replace("\\", "").replace("$", ""))
                        .getBytes(UTF_8);
        };
    }

    private String value() {
        return VALUES.get(random.nextInt(VALUES.size()));
    }

    private String cut(String text) {
        return text.substring(0, random.nextInt(text.length()));
    }

    private byte[] bent(byte[] body) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return body;
    }

    private String name(String valid) {
        List<String> names = new ArrayList<>();
        tree(valid).fieldNames().forEachRemaining(names::add);
        return names.get(random.nextInt(names.size()));
    }

    private static String with(String valid, String field) {
        return valid.replaceFirst("\\{", "{" + field.replace("\\", "\\\\").replace("$", "\\$") + ",");
    }

    /** One value, at any depth, is another. */
    private String replaced(String valid) {
        JsonNode tree = tree(valid);
        List<Consumer<String>> places = new ArrayList<>();
        collect(tree, places);
        places.get(random.nextInt(places.size())).accept(HOLE);
        return tree.toString().replace("\"" + HOLE + "\"", value());
    }

    private static void collect(JsonNode node, List<Consumer<String>> places) {
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                places.add(text -> object.put(field.getKey(), text));
                collect(field.getValue(), places);
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int index = i;
                places.add(text -> array.set(index, text));
                collect(array.path(i), places);
            }
        }
    }

    private static JsonNode tree(String valid) {
        try {
            return JSON.readTree(valid);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
