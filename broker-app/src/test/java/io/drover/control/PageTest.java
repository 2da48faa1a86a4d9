package io.drover.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00.123456Z");

    @Test
    void aCursorComesBackAsItWasGiven() {
        Cursor cursor = new Cursor(NOON, "büro.2");

        assertThat(Cursor.of(cursor.text())).contains(cursor);
        assertThat(cursor.text()).matches("[A-Za-z0-9_-]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!", "YWJj", "LmE", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5LmE", "LTUuYQ", "MTIzLgA"})
    void otherWordsAreNoCursor(String text) {
        assertThat(Cursor.of(text)).isEmpty();
    }

    @Test
    void aPageNamesTheNextOnlyWhenThereIsOne() {
        PageRequest two = new PageRequest(2, Cursor.START);

        assertThat(Page.of(two, List.of("c", "b", "a"), row -> row, row -> new Cursor(NOON, row)))
                .isEqualTo(new Page<>(List.of("c", "b"), new Cursor(NOON, "b").text()));
        assertThat(Page.of(two, List.of("b", "a"), row -> row, row -> new Cursor(NOON, row))
                        .next())
                .isNull();
    }

    @Test
    void whatAClientAsksForIsChecked() {
        Violations violations = new Violations();

        assertThat(PageRequest.of(null, null, violations)).isEqualTo(PageRequest.first());
        assertThat(violations.isEmpty()).isTrue();
        PageRequest.of(0, "!", violations);
        PageRequest.of(1001, null, violations);
        assertThat(violations.list()).extracting(Violation::field).containsExactly("limit", "cursor", "limit");
    }
}
