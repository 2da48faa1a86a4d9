package io.drover.guacamole;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Reads fields of JSON that others wrote. */
final class Json {

    private Json() {}

    /** A text; empty when the field is missing or is none. */
    static String text(JsonObject object, String field) {
        JsonElement value = object.get(field);
        return isText(value) ? value.getAsString() : "";
    }

    /** A whole number; 0 when the field is missing or is none. */
    static int number(JsonObject object, String field) {
        JsonElement value = object.get(field);
        boolean number = value != null
                && value.isJsonPrimitive()
                && value.getAsJsonPrimitive().isNumber();
        try {
            return number ? value.getAsBigDecimal().intValueExact() : 0;
        } catch (ArithmeticException | NumberFormatException e) {
            return 0;
        }
    }

    /** An object; empty when the field is missing or is none. */
    static JsonObject object(JsonObject object, String field) {
        JsonElement value = object.get(field);
        return value != null && value.isJsonObject() ? value.getAsJsonObject() : new JsonObject();
    }

    private static boolean isText(JsonElement value) {
        return value != null
                && value.isJsonPrimitive()
                && value.getAsJsonPrimitive().isString();
    }
}
