package io.drover.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a JSON object as {@link Fields}. */
@Consumes(MediaType.APPLICATION_JSON)
final class FieldsReader implements MessageBodyReader<Fields> {

    private static final Pattern TWICE = Pattern.compile("Duplicate field ('[^']{1,100}')");

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
        if (Arrays.stream(annotations).noneMatch(AnyText.class::isInstance)) {
            TextRules.requireUsable(object);
        }
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
            throw ApiException.invalid("body", "is not valid JSON" + place(e) + why(e));
        } catch (CharConversionException e) {
            throw ApiException.invalid("body", "is not valid UTF-8");
        }
    }

    private static String place(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }

    /** The two faults that people make most; the parser's own words are for those who know its classes. */
    private static String why(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return ": it ends too early";
        }
        Matcher twice = TWICE.matcher(String.valueOf(e.getOriginalMessage()));
        return twice.lookingAt() ? ": the name " + twice.group(1) + " is there twice" : "";
    }
}
