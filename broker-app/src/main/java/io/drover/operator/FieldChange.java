package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One field, as it is and as it shall be.
 *
 * @param before null or missing when it has no value
 * @param after null when it shall have none
 */
public record FieldChange(String field, JsonNode before, JsonNode after) {

    /** {@code mode: "online" -> "drain"}. */
    @Override
    public String toString() {
        return field + ": " + text(before) + " -> " + text(after);
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? "none" : value.toString();
    }
}
