package io.drover.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionNameTest {

    @ParameterizedTest
    @CsvSource({
        "B\u00fcro, bu\u0308ro",
        "' Office Desktop\u00a0', OFFICE DESKTOP\u00a0",
        "\u212bngstr\u00f6m, a\u030angstro\u0308m",
        "STRASSE, stra\u00dfe",
        "\u0390, \u03b9\u0308\u0301",
        "\u00a0Office\u00a0, OFFICE",
        "\ufeffOf\u200bfice\ufe0f, office",
        "\u0130STANBUL, istanbul",
        "\u1100\u1161, \uac00"
    })
    void spellingsOfOneNameHaveOneKey(String one, String other) {
        assertThat(ConnectionName.key(one)).isEqualTo(ConnectionName.key(other));
    }

    @ParameterizedTest
    @CsvSource({"B\u00fcro, buro", "Office 1, Office 2", "\ufb01le, fite"})
    void otherNamesHaveOtherKeys(String one, String other) {
        assertThat(ConnectionName.key(one)).isNotEqualTo(ConnectionName.key(other));
    }
}
