package io.drover.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The fields of a request's body, read one by one. Every reader returns empty for a field that is absent or null, and
 * throws {@link ApiException} with 400 and "field: reason" for one that is wrong: nothing is coerced, cut or guessed.
 * For one thread.
 *
 * <p>Endpoints for people read with {@link #strictly}, which refuses fields that nobody read; endpoints for machines
 * with {@link #leniently}.
 */
public final class Fields {

    private final ObjectNode node;
    private final boolean form;
    private final Set<String> read = new HashSet<>();

    private Fields(ObjectNode node, boolean form) {
        this.node = node;
        this.form = form;
    }

    /** The fields of a JSON body. */
    public static Fields of(ObjectNode body) {
        return new Fields(body, false);
    }

    /** The fields of a form, all of them texts; a name that is there several times is a list. */
    static Fields ofForm(ObjectNode form) {
        return new Fields(form, true);
    }

    /** Reads the body, then refuses every field that was not read. */
    public <T> T strictly(Function<Fields, T> reader) {
        T result = reader.apply(this);
        refuseUnread();
        return result;
    }

    /** Reads the body; fields that are not read may be anything. */
    public <T> T leniently(Function<Fields, T> reader) {
        return reader.apply(this);
    }

    /** The whole body as it came, for a reader of its own. */
    public JsonNode json() {
        return node;
    }

    /** One line of text, without control characters, of at most so many characters. May be blank. */
    public Optional<String> text(String name, int maxLength) {
        return value(name).map(value -> line(value, name, maxLength));
    }

    /** One line of text that must be there and not blank. */
    public String requiredText(String name, int maxLength) {
        return text(name, maxLength)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> invalid(name, "must not be missing or blank"));
    }

    /** Text in which line breaks and tabs are allowed. */
    public Optional<String> longText(String name, int maxLength) {
        return value(name).map(value -> {
            String text = bounded(value, name, maxLength);
            TextRules.refuse(name, TextRules.notPlain(text));
            return text;
        });
    }

    /** A whole number within bounds, both included. */
    public Optional<Integer> integer(String name, int min, int max) {
        return value(name).map(value -> {
            boolean fits = value.isIntegralNumber() && value.canConvertToInt();
            if (!fits || value.intValue() < min || value.intValue() > max) {
                throw invalid(name, "must be a whole number from " + min + " to " + max + not(value));
            }
            return value.intValue();
        });
    }

    /** True or false. */
    public Optional<Boolean> bool(String name) {
        return value(name).map(value -> {
            if (!value.isBoolean()) {
                throw invalid(name, "must be true or false" + not(value));
            }
            return value.booleanValue();
        });
    }

    /** One of a few words. */
    public <T> Optional<T> choice(String name, Map<String, T> words) {
        return text(name, 64).map(text -> {
            T chosen = words.get(text);
            if (chosen == null) {
                throw invalid(name, "must be one of " + String.join(", ", new TreeSet<>(words.keySet())));
            }
            return chosen;
        });
    }

    /** A list of single lines. */
    public Optional<List<String>> texts(String name, int maxItems, int maxLength) {
        return value(name).map(single -> {
            JsonNode value = form && single.isTextual()
                    ? JsonNodeFactory.instance.arrayNode().add(single)
                    : single;
            if (!value.isArray()) {
                throw invalid(name, "must be a list" + not(value));
            }
            if (value.size() > maxItems) {
                throw invalid(name, "must have at most " + maxItems + " entries, not " + value.size());
            }
            List<String> items = new ArrayList<>(value.size());
            for (int i = 0; i < value.size(); i++) {
                items.add(line(value.path(i), name + "[" + i + "]", maxLength));
            }
            return items;
        });
    }

    /** The error that says what is wrong with a field. */
    public ApiException invalid(String name, String reason) {
        return ApiException.invalid(name, reason);
    }

    private Optional<JsonNode> value(String name) {
        read.add(name);
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    private static String line(JsonNode value, String where, int maxLength) {
        String text = bounded(value, where, maxLength);
        TextRules.refuse(where, TextRules.notOneLine(text));
        return text;
    }

    private static String bounded(JsonNode value, String where, int maxLength) {
        if (!value.isTextual()) {
            throw ApiException.invalid(where, "must be a text" + not(value));
        }
        if (value.textValue().length() > maxLength) {
            throw ApiException.invalid(where, "must have at most " + maxLength + " characters");
        }
        return value.textValue();
    }

    private static String not(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> ", not a text";
            case ARRAY -> ", not a list";
            case OBJECT -> ", not an object";
            case BOOLEAN -> ", not true or false";
            case NULL -> ", not null";
            default -> "";
        };
    }

    private void refuseUnread() {
        for (String name : (Iterable<String>) node::fieldNames) {
            if (!read.contains(name)) {
                throw invalid(name, "is not a field here; there are " + String.join(", ", new TreeSet<>(read)));
            }
        }
    }
}
