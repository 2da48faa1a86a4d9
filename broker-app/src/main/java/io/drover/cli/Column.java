package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A column of a list of what a broker answers.
 *
 * @param heading in capitals
 * @param cell the text for an item
 */
record Column(String heading, Function<JsonNode, String> cell) {

    /** Shows a field as it is; a list with blanks between, a map as {@code key=value}. */
    static Column of(String heading, String field) {
        return new Column(heading, item -> text(item.path(field)));
    }

    /** Shows a number with one digit after the point. */
    static Column ofDecimal(String heading, String field) {
        return new Column(heading, item -> decimal(item.path(field)));
    }

    private static String decimal(JsonNode value) {
        return value.isNumber() ? String.format(Locale.ROOT, "%.1f", value.asDouble()) : text(value);
    }

    /** As a table shows a value. */
    static String text(JsonNode value) {
        if (value.isObject()) {
            return value.properties().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                    .collect(Collectors.joining(" "));
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asText)
                    .collect(Collectors.joining(" "));
        }
        return value.isNull() ? "" : value.asText();
    }
}
