package io.drover.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.file.Utf8;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.URLDecoder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads a form as {@link Fields}, every value a text; a name that is there several times is a list. */
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
final class FormReader implements MessageBodyReader<Fields> {

    /** A user may be in thousands of groups, each a pair of its own. */
    private static final int MAX_PAIRS = 12_000;

    @Override
    public boolean isReadable(Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
        return type == Fields.class;
    }

    @Override
    public Fields readFrom(
            Class<Fields> type,
            Type genericType,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, String> headers,
            InputStream body)
            throws IOException {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        String form = utf8(body.readAllBytes());
        String[] pairs = form.split("&", MAX_PAIRS + 1);
        if (pairs.length > MAX_PAIRS) {
            throw ApiException.invalid("body", "must have at most " + MAX_PAIRS + " fields");
        }
        for (String pair : pairs) {
            add(fields, pair);
        }
        TextRules.requireUsable(fields);
        return Fields.ofForm(fields);
    }

    private static void add(ObjectNode fields, String pair) {
        if (pair.isEmpty()) {
            return;
        }
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
        JsonNode before = fields.get(name);
        if (before == null) {
            fields.put(name, value);
        } else if (before instanceof ArrayNode list) {
            list.add(value);
        } else {
            fields.putArray(name).add(before).add(value);
        }
    }

    private static String decode(String text) {
        try {
            String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
            if (decoded.indexOf('\uFFFD') >= 0) {
                throw ApiException.invalid("body", "is not valid UTF-8");
            }
            return decoded;
        } catch (IllegalArgumentException e) {
            throw ApiException.invalid("body", "has a percent sign that is not followed by two hexadecimal digits");
        }
    }

    private static String utf8(byte[] bytes) {
        try {
            return Utf8.text(bytes);
        } catch (CharacterCodingException e) {
            throw ApiException.invalid("body", "is not valid UTF-8");
        }
    }
}
