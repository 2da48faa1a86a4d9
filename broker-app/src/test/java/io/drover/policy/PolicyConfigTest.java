package io.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyConfigTest {

    private final ObjectMapper yaml = Jackson.newObjectMapper(new YAMLFactory());

    @Test
    void defaults() throws JsonProcessingException {
        assertThat(yaml.readValue("{}", PolicyConfig.class))
                .isEqualTo(new PolicyConfig(Path.of("rules"), true, List.of(), null));
    }

    @Test
    void explicit() throws JsonProcessingException {
        assertThat(yaml.readValue("{ folder: policy, watch: false, suites: [ours], shadow: next }", PolicyConfig.class))
                .isEqualTo(new PolicyConfig(Path.of("policy"), false, List.of(Path.of("ours")), Path.of("next")));
    }

    @Test
    void invalid() {
        assertThatThrownBy(() -> yaml.readValue("folder: ''", PolicyConfig.class))
                .hasMessageContaining("policy.folder must not be blank");
        assertThatThrownBy(() -> yaml.readValue("suites: ['']", PolicyConfig.class))
                .hasMessageContaining("policy.suites must not be blank");
        assertThatThrownBy(() -> yaml.readValue("{ folder: rules, shadow: ./rules }", PolicyConfig.class))
                .hasMessageContaining("policy.shadow must be another folder");
    }
}
