package io.drover.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditConfigTest {

    private final ObjectMapper yaml = Jackson.newObjectMapper(new YAMLFactory());

    @Test
    void defaults() throws JsonProcessingException {
        assertThat(yaml.readValue("{}", AuditConfig.class)).isEqualTo(new AuditConfig(365));
    }

    @Test
    void explicit() throws JsonProcessingException {
        assertThat(yaml.readValue("keep_days: 7", AuditConfig.class)).isEqualTo(new AuditConfig(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3_651})
    void invalid(int days) {
        assertThatThrownBy(() -> yaml.readValue("keep_days: " + days, AuditConfig.class))
                .hasMessageContaining("audit.keep_days must be 1 to 3650, not " + days);
    }
}
