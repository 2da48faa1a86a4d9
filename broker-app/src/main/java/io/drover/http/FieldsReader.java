package io.drover.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Reads a JSON object as {@link Fields}. */
@Consumes(MediaType.APPLICATION_JSON)
final class FieldsReader implements MessageBodyReader<Fields> {

    private final ObjectMapper json;

    FieldsReader(ObjectMapper json) {
        this.json = json;
    }

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
        JsonNode node = parse(body);
        if (node == null || node.isMissingNode()) {
            return BodyRules.none(annotations);
        }
        if (!(node instanceof ObjectNode object)) {
            throw ApiException.invalid("body", "must be a JSON object");
        }
        TextRules.requireUsable(object, "");
        return Fields.of(object);
    }

    private JsonNode parse(InputStream body) throws IOException {
        try {
            return json.readTree(body);
        } catch (StreamConstraintsException e) {
            throw ApiException.invalid(
                    "body", "is nested too deep, or has a text, name or number that is too long" + place(e));
        } catch (MismatchedInputException e) {
            throw ApiException.invalid("body", "goes on after its end" + place(e));
        } catch (JsonProcessingException e) {
            throw ApiException.invalid("body", "is not valid JSON" + place(e) + ": " + firstLine(e));
        }
    }

    private static String place(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }

    private static String firstLine(JsonProcessingException e) {
        String message = String.valueOf(e.getOriginalMessage());
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        return line.length() > 200 ? line.substring(0, 200) : line;
    }
}
