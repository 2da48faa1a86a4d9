package io.drover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {

    private static final Map<String, Function<Fields, ?>> READERS = Map.of(
            "text", in -> in.text("f", 5),
            "required", in -> in.requiredText("f", 5),
            "long_text", in -> in.longText("f", 5),
            "number", in -> in.number("f"),
            "instant", in -> in.instant("f"),
            "choice", in -> in.choice("f", Map.of("a", 1, "b", 2)),
            "texts", in -> in.texts("f", 2, 5),
            "map", in -> in.textMap("f", 2, 5),
            "objects",
                    in -> in.objects("f", 2).orElse(List.of()).stream()
                            .map(child -> child.integer("n", 0, 9))
                            .toList());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text|\"123456\"|f: must have at most 5 characters",
                "text|\"a\\tb\"|f: contains a control character",
                "required|null|f: must not be missing or blank",
                "required|\" \"|f: must not be missing or blank",
                "long_text|\"a\\u0007\"|f: contains a control character",
                "number|\"1\"|f: must be a number, not a text",
                "number|1e400|f: must be a number",
                "number|true|f: must be a number, not true or false",
                "instant|\"yesterday\"|f: must be a time like 2026-03-02T09:00:00Z, in the years 1970 to 9999",
                "choice|\"c\"|f: must be one of a, b",
                "texts|\"a\"|f: must be a list, not a text",
                "texts|[\"a\",1]|f[1]: must be a text",
                "texts|[\"a\",null]|f[1]: must be a text, not null",
                "texts|[\"a\",\"b\",\"c\"]|f: must have at most 2 entries, not 3",
                "map|{\"a\":1}|f.a: must be a text",
                "map|{\" \":\"a\"}|f: has a name that is blank or longer than 5 characters",
                "map|{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}|f: must be an object of at most 2 texts, not an object",
                "objects|[{\"n\":1},{\"n\":10}]|f[1].n: must be a whole number from 0 to 9",
                "objects|[{},[]]|f[1]: must be an object, not a list",
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
        assertThat(json("{\"f\":12}").number("f")).contains(12.0);
        assertThat(json("{\"f\":\"2026-03-02T10:00:00+01:00\"}").instant("f"))
                .contains(Instant.parse("2026-03-02T09:00:00Z"));
        assertThat(json("{\"f\":{\"a\":\"b\"}}").textMap("f", 5, 5)).contains(Map.of("a", "b"));
        assertThat(json("{\"f\":\"\uD83D\uDE00\"}").text("f", 5)).contains("\uD83D\uDE00");
    }

    @Test
    void absentAndNullAreEmptyAndTellApart() {
        assertThat(json("{}").text("f", 5)).isEmpty();
        assertThat(json("{\"f\":null}").text("f", 5)).isEmpty();
        assertThat(json("{}").isNull("f")).isFalse();
        assertThat(json("{\"f\":null}").isNull("f")).isTrue();
    }

    @Test
    void fieldsThatNobodyReadAreRefusedAtAnyDepth() {
        assertThatThrownBy(() -> json("{\"f\":[{\"n\":1,\"m\":2}]}").strictly(in -> read("objects", in)))
                .hasMessage("f[0].m: is not a field here; there are n");
        List<Fields> children = json("{\"f\":[{\"n\":1,\"m\":2}]}")
                .leniently(in -> in.objects("f", 1).orElse(List.of()));
        assertThat(children).hasSize(1);
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
