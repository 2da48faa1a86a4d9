package io.drover.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/** Which characters a text from outside may have. */
final class TextRules {

    private TextRules() {}

    /** Why a text can be neither stored nor compared: a NUL, or half of a surrogate pair. */
    static Optional<String> unusable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return Optional.of("contains a NUL character");
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return Optional.of("contains half of a surrogate pair");
            }
        }
        return Optional.empty();
    }

    /** Why a text is not one plain line. */
    static Optional<String> notOneLine(String text) {
        return hasControl(text, "") ? Optional.of("contains a control character") : unusable(text);
    }

    /** Why a text is not plain text; line breaks and tabs are allowed. */
    static Optional<String> notPlain(String text) {
        return hasControl(text, "\n\r\t") ? Optional.of("contains a control character") : unusable(text);
    }

    private static boolean hasControl(String text, String allowed) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && allowed.indexOf(c) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Refuses a body that has an unusable text or name anywhere. */
    static void requireUsable(JsonNode body) {
        if (!isUsable(body)) {
            refuseUnusable(body, "");
        }
    }

    private static boolean isUsable(JsonNode node) {
        if (node.isTextual()) {
            return unusable(node.textValue()).isEmpty();
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (unusable(field.getKey()).isPresent()) {
                return false;
            }
        }
        for (JsonNode child : node) {
            if (!isUsable(child)) {
                return false;
            }
        }
        return true;
    }

    private static void refuseUnusable(JsonNode node, String path) {
        if (node.isTextual()) {
            refuse(path, unusable(node.textValue()));
        } else if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                refuse(path.isEmpty() ? "a name in the body" : path, unusable(field.getKey()));
                refuseUnusable(field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey());
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                refuseUnusable(node.path(i), path + "[" + i + "]");
            }
        }
    }

    static void refuse(String field, Optional<String> reason) {
        if (reason.isPresent()) {
            throw ApiException.invalid(field, reason.get());
        }
    }
}
