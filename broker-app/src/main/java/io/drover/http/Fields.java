package io.drover.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.control.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The fields of a request's body, read one by one. Every reader returns empty for a field that is absent or null, and
 * throws {@link ApiException} with 400 and "field: reason" for one that is wrong: nothing is coerced, cut or guessed.
 * For one thread.
 *
 * <p>Endpoints for people read with {@link #strictly}, which refuses fields that nobody read; endpoints for machines
 * with {@link #leniently}.
 */
public final class Fields {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final ObjectNode node;
    private final String path;
    private final boolean form;
    private final Set<String> read = new HashSet<>();
    private final List<Fields> children = new ArrayList<>();

    private Fields(ObjectNode node, String path, boolean form) {
        this.node = node;
        this.path = path;
        this.form = form;
    }

    /** The fields of a JSON body. */
    public static Fields of(ObjectNode body) {
        return new Fields(body, "", false);
    }

    /** The fields of a form, all of them texts; a name that is there several times is a list. */
    static Fields ofForm(ObjectNode form) {
        return new Fields(form, "", true);
    }

    /** Reads the body, then refuses every field, at any depth, that was not read. */
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

    /** Whether the field is there, be it null. */
    public boolean has(String name) {
        read.add(name);
        return node.has(name);
    }

    /** Whether the field is there and null. */
    public boolean isNull(String name) {
        read.add(name);
        return node.path(name).isNull();
    }

    /** One line of text, without control characters, of at most so many characters. May be blank. */
    public Optional<String> text(String name, int maxLength) {
        return value(name).map(value -> line(value, at(name), maxLength));
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
            String text = bounded(value, at(name), maxLength);
            TextRules.refuse(at(name), TextRules.notPlain(text));
            return text;
        });
    }

    /** An id: 1 to 64 of letters, digits, dot, underscore and hyphen, a letter or digit first. */
    public Optional<String> id(String name) {
        return text(name, 64).map(text -> {
            if (!ID.matcher(text).matches()) {
                throw invalid(name, "must be 1 to 64 letters, digits, '.', '_' or '-', a letter or digit first");
            }
            return text;
        });
    }

    /** A whole number within bounds, both included. */
    public Optional<Integer> integer(String name, int min, int max) {
        return longInteger(name, min, max).map(Math::toIntExact);
    }

    /** A whole number within bounds, both included. */
    public Optional<Long> longInteger(String name, long min, long max) {
        return value(name).map(value -> {
            boolean fits = value.isIntegralNumber() && value.canConvertToLong();
            if (!fits || value.longValue() < min || value.longValue() > max) {
                throw invalid(name, "must be a whole number from " + min + " to " + max + not(value));
            }
            return value.longValue();
        });
    }

    /** A finite number, of any size: the caller decides whether it is refused or clamped. */
    public Optional<Double> number(String name) {
        return value(name).map(value -> {
            if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
                throw invalid(name, "must be a number" + not(value));
            }
            return value.doubleValue();
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

    /** A moment as {@link TimeText} reads it. */
    public Optional<Instant> instant(String name) {
        return text(name, 64).map(text -> TimeText.moment(text).orElseThrow(() -> invalid(name, TimeText.RULE)));
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
        return list(name, maxItems, (item, where) -> line(item, where, maxLength));
    }

    /** An object whose values are single lines, in the order of the body. */
    public Optional<Map<String, String>> textMap(String name, int maxEntries, int maxLength) {
        return value(name).map(value -> {
            if (!value.isObject() || value.size() > maxEntries) {
                throw invalid(name, "must be an object of at most " + maxEntries + " texts" + not(value));
            }
            Map<String, String> texts = new LinkedHashMap<>();
            value.properties().forEach(entry -> {
                String where = at(name) + "." + entry.getKey();
                if (entry.getKey().isBlank() || entry.getKey().length() > maxLength) {
                    throw invalid(name, "has a name that is blank or longer than " + maxLength + " characters");
                }
                TextRules.refuse(at(name), TextRules.notOneLine(entry.getKey()));
                texts.put(entry.getKey(), line(entry.getValue(), where, maxLength));
            });
            return texts;
        });
    }

    /** An object with fields of its own. */
    public Optional<Fields> object(String name) {
        return value(name).map(value -> child(value, at(name)));
    }

    /** A list of objects with fields of their own. */
    public Optional<List<Fields>> objects(String name, int maxItems) {
        return list(name, maxItems, this::child);
    }

    /** Anything that is JSON, as it came. */
    public Optional<JsonNode> json(String name) {
        return value(name);
    }

    /** The error that says what is wrong with a field. */
    public ApiException invalid(String name, String reason) {
        return ApiException.invalid(at(name), reason);
    }

    private Optional<JsonNode> value(String name) {
        read.add(name);
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    private <T> Optional<List<T>> list(String name, int maxItems, BiFunction<JsonNode, String, T> reader) {
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
            List<T> items = new ArrayList<>(value.size());
            for (int i = 0; i < value.size(); i++) {
                items.add(reader.apply(value.path(i), at(name) + "[" + i + "]"));
            }
            return items;
        });
    }

    private Fields child(JsonNode value, String where) {
        if (!(value instanceof ObjectNode object)) {
            throw ApiException.invalid(where, "must be an object" + not(value));
        }
        Fields child = new Fields(object, where, form);
        children.add(child);
        return child;
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

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private void refuseUnread() {
        for (String name : (Iterable<String>) node::fieldNames) {
            if (!read.contains(name)) {
                throw invalid(name, "is not a field here; there are " + String.join(", ", new TreeSet<>(read)));
            }
        }
        children.forEach(Fields::refuseUnread);
    }
}
