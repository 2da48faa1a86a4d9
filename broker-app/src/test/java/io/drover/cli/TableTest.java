package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        Table table = new Table(List.of("AGENT", "MODE"), List.of(List.of("rds-01", "drain"), List.of("r", "")));

        assertThat(table.toString().lines()).containsExactly("AGENT   MODE", "rds-01  drain", "r");
    }

    @Test
    void aRowThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new Table(List.of("AGENT"), List.of(List.of("a", "b"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a, b]");
    }
}
