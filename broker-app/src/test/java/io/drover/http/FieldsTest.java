package io.drover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {

    private static final Map<String, Function<Fields, ?>> READERS = Map.of(
            "text", in -> in.text("f", 5),
            "required", in -> in.requiredText("f", 5),
            "long_text", in -> in.longText("f", 5),
            "integer", in -> in.integer("f", 0, 9),
            "bool", in -> in.bool("f"),
            "choice", in -> in.choice("f", Map.of("a", 1, "b", 2)),
            "texts", in -> in.texts("f", 2, 5));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text|\"123456\"|f: must have at most 5 characters",
                "text|\"a\\tb\"|f: contains a control character",
                "required|null|f: must not be missing or blank",
                "required|\" \"|f: must not be missing or blank",
                "long_text|\"a\\u0007\"|f: contains a control character",
                "integer|\"1\"|f: must be a whole number from 0 to 9, not a text",
                "integer|10|f: must be a whole number from 0 to 9",
                "integer|4294967297|f: must be a whole number from 0 to 9",
                "integer|1.0|f: must be a whole number from 0 to 9",
                "bool|1|f: must be true or false",
                "choice|\"c\"|f: must be one of a, b",
                "texts|\"a\"|f: must be a list, not a text",
                "texts|[\"a\",1]|f[1]: must be a text",
                "texts|[\"a\",null]|f[1]: must be a text, not null",
                "texts|[\"a\",\"b\",\"c\"]|f: must have at most 2 entries, not 3",
            })
    void whatIsWrongIsNamedWithItsPlace(String reader, String value, String message) {
        Fields fields = json("{\"f\":" + value + "}");

        assertThatThrownBy(() -> read(reader, fields))
                .isInstanceOf(ApiException.class)
                .hasMessage(message);
    }

    @Test
    void whatIsRightIsRead() {
        assertThat(json("{\"f\":\"a\\nb\"}").longText("f", 5)).contains("a\nb");
        assertThat(json("{\"f\":9}").integer("f", 0, 9)).contains(9);
        assertThat(json("{\"f\":false}").bool("f")).contains(false);
        assertThat(json("{\"f\":[\"a\"]}").texts("f", 2, 5)).contains(List.of("a"));
        assertThat(json("{\"f\":\"\uD83D\uDE00\"}").text("f", 5)).contains("\uD83D\uDE00");
    }

    @Test
    void absentAndNullAreEmpty() {
        assertThat(json("{}").text("f", 5)).isEmpty();
        assertThat(json("{\"f\":null}").text("f", 5)).isEmpty();
    }

    @Test
    void fieldsThatNobodyReadAreRefusedByAStrictReader() {
        assertThatThrownBy(() -> json("{\"f\":\"a\",\"g\":2}").strictly(in -> in.text("f", 5)))
                .hasMessage("g: is not a field here; there are f");
        Optional<String> read = json("{\"f\":\"a\",\"g\":2}").leniently(in -> in.text("f", 5));
        assertThat(read).contains("a");
    }

    @Test
    void aFormMayGiveOneValueWhereAListIsRead() {
        Fields form = Fields.ofForm(node("{\"f\":\"a\"}"));

        assertThat(form.texts("f", 2, 5)).contains(List.of("a"));
    }

    private static Object read(String reader, Fields fields) {
        Function<Fields, ?> chosen = READERS.get(reader);
        return chosen == null ? "" : String.valueOf(chosen.apply(fields));
    }

    private static Fields json(String text) {
        return Fields.of(node(text));
    }

    private static ObjectNode node(String text) {
        try {
            return (ObjectNode) StrictJson.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
