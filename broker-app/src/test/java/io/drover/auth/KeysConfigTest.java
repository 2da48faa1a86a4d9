package io.drover.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysConfigTest {

    private final ObjectMapper yaml = Jackson.newObjectMapper(new YAMLFactory());

    @Test
    void defaults() throws JsonProcessingException {
        assertThat(read("{}")).isEqualTo(new KeysConfig("data/keys.yml", null, List.of(), List.of()));
    }

    @Test
    void explicit() throws JsonProcessingException {
        KeysConfig config = read("""
                file: keys.yml
                enrollment: { file: enrollment.key }
                broker: [{ name: guacamole, value: abc }]
                operators: [{ name: console, role: policy_author, env: CONSOLE_KEY }]
                """);

        assertThat(config)
                .isEqualTo(new KeysConfig(
                        "keys.yml",
                        new KeyConfig(null, null, null, "enrollment.key", null),
                        List.of(new KeyConfig("guacamole", null, "abc", null, null)),
                        List.of(new KeyConfig("console", Role.POLICY_AUTHOR, null, null, "CONSOLE_KEY"))));
        assertThat(config.toString()).doesNotContain("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file: ''",
                "broker: [{ name: a }]",
                "broker: [{ name: a, value: x, env: Y }]",
                "operators: [{ name: a, role: root, value: x }]"
            })
    void invalid(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(JsonProcessingException.class);
    }

    private KeysConfig read(String text) throws JsonProcessingException {
        return yaml.readValue(text, KeysConfig.class);
    }
}
