package io.drover.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionConfigTest {

    private final ObjectMapper yaml = Jackson.newObjectMapper(new YAMLFactory());

    @Test
    void defaults() throws JsonProcessingException {
        assertThat(yaml.readValue("{}", DecisionConfig.class)).isEqualTo(new DecisionConfig(30));
    }

    @Test
    void explicit() throws JsonProcessingException {
        assertThat(yaml.readValue("keep_days: 7", DecisionConfig.class)).isEqualTo(new DecisionConfig(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3_651})
    void invalid(int days) {
        assertThatThrownBy(() -> yaml.readValue("keep_days: " + days, DecisionConfig.class))
                .hasMessageContaining("decisions.keep_days must be 1 to 3650, not " + days);
    }
}
