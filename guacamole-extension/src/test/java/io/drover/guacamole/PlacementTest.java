package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.apache.guacamole.GuacamoleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {

    @Test
    void portsMayBeMissing() throws GuacamoleException {
        Placement placement = read("{'tokens': {'P_HOST': 'rds-01'}, 'port': null, 'guacd': {'hostname': 'near'}}");

        assertThat(placement.tokens()).containsEntry("P_HOST", "rds-01").containsEntry("P_PORT", "");
        assertThat(placement.guacd()).hasFieldOrPropertyWithValue("port", 4822);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'tokens': {'P_HOST': ' '}} | P_HOST",
                "{'tokens': {'P_HOST': 'a b'}} | P_HOST",
                "{'tokens': {'P_HOST': 'h'}, 'port': 70000} | port",
                "{'tokens': {'P_HOST': 'h'}, 'port': 0} | port",
                "{'tokens': {'P_HOST': 'h'}, 'port': '3389'} | port",
                "{'tokens': {'P_HOST': 'h'}, 'guacd': {'hostname': 'g', 'port': 70000}} | guacd.port",
            })
    void whatIsNoHostOrPortIsSaid(String answer, String name) {
        assertThatThrownBy(() -> read(answer))
                .isInstanceOf(GuacamoleException.class)
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'agent_id': 'a', 'decision_id': 'd'} | true",
                "{'agent_id': 'a'} | false",
                "{'agent_id': 'a', 'decision_id': 'd e'} | false",
                "{'agent_id': '', 'decision_id': 'd'} | false",
            })
    void anAnswerNamesAnAgentAndADecision(String answer, boolean is) {
        assertThat(Placement.isAnswer(json(answer))).isEqualTo(is);
    }

    private static Placement read(String answer) throws GuacamoleException {
        return Placement.read(json(answer), "P");
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }
}
