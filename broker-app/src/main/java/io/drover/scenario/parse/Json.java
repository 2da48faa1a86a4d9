package io.drover.scenario.parse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Values that the broker passes through unread. */
final class Json {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Json() {}

    static ObjectNode object(YamlValue value) {
        ObjectNode object = NODES.objectNode();
        value.entries().forEach((key, entry) -> object.set(key, any(entry)));
        return object;
    }

    private static JsonNode any(YamlValue value) {
        if (value.isMap()) {
            return object(value);
        }
        if (value.isList()) {
            return NODES.arrayNode()
                    .addAll(value.items().stream().map(Json::any).toList());
        }
        return switch (value.scalarKind()) {
            case NULL -> NODES.nullNode();
            case BOOL -> NODES.booleanNode(value.bool());
            case INT -> NODES.numberNode(value.longInteger(Long.MIN_VALUE, Long.MAX_VALUE));
            case FLOAT -> NODES.numberNode(value.number());
            case TEXT -> NODES.textNode(value.text());
        };
    }
}
