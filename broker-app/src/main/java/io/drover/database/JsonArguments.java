package io.drover.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jspecify.annotations.Nullable;

/** Writes JSON trees and maps of texts to {@code jsonb} columns. */
public final class JsonArguments implements ArgumentFactory {

    @Override
    public Optional<Argument> build(Type type, @Nullable Object value, ConfigRegistry config) {
        if (!isJson(type)) {
            return Optional.empty();
        }
        String text = value == null ? null : json(value).toString();
        return Optional.of((position, statement, context) -> statement.setObject(position, text, Types.OTHER));
    }

    static boolean isJson(Type type) {
        if (type instanceof Class<?> plain) {
            return JsonNode.class.isAssignableFrom(plain);
        }
        return type instanceof ParameterizedType generic
                && generic.getRawType().equals(Map.class)
                && List.of(generic.getActualTypeArguments()).equals(List.of(String.class, String.class));
    }

    private static JsonNode json(Object value) {
        if (value instanceof JsonNode node) {
            return node;
        }
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ((Map<?, ?>) value).forEach((key, text) -> node.put(String.valueOf(key), String.valueOf(text)));
        return node;
    }
}
