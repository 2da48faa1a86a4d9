package io.drover.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.reflect.Type;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;

/** Reads {@code jsonb} columns as JSON trees and as maps of texts. */
public final class JsonColumnMappers implements ColumnMapperFactory {

    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public Optional<ColumnMapper<?>> build(Type type, ConfigRegistry config) {
        if (!JsonArguments.isJson(type)) {
            return Optional.empty();
        }
        boolean tree = type instanceof Class<?>;
        return Optional.of((row, column, context) -> {
            String text = row.getString(column);
            if (text == null) {
                return null;
            }
            JsonNode node = parse(text);
            return tree ? node : texts(node);
        });
    }

    private static JsonNode parse(String text) throws SQLException {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new SQLException("a jsonb column holds no JSON", e);
        }
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
