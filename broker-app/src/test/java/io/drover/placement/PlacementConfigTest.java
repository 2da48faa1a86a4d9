package io.drover.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementConfigTest {

    private final ObjectMapper yaml = Jackson.newObjectMapper(new YAMLFactory());

    @Test
    void defaults() throws JsonProcessingException {
        PlacementConfig expected = new PlacementConfig(
                true, 30, 900, 60, 60, 0, true, true, true, "", Map.of(), ZoneId.of("UTC"), "SESSIONGUARD");

        assertThat(PlacementConfig.defaults()).isEqualTo(expected);
        assertThat(read("{}")).isEqualTo(expected);
    }

    @Test
    void explicit() throws JsonProcessingException {
        PlacementConfig config = read("""
                broker_enabled: false
                offline_after_seconds: 31
                lease_seconds: 901
                min_health_score: 61
                pending_seconds: 62
                slow_start_seconds: 63
                reconnect_existing: false
                reconnect_across_resources: false
                single_session_per_user: false
                default_farm_id: office
                domains: { CORP: [hq.example, branch.example] }
                time_zone: Europe/Berlin
                token_prefix: DROVER
                """);

        assertThat(config)
                .isEqualTo(new PlacementConfig(
                        false,
                        31,
                        901,
                        61,
                        62,
                        63,
                        false,
                        false,
                        false,
                        "office",
                        Map.of("CORP", List.of("hq.example", "branch.example")),
                        ZoneId.of("Europe/Berlin"),
                        "DROVER"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "offline_after_seconds: 0|placement.offline_after_seconds must be 1 to 86400, not 0",
                "lease_seconds: -1|placement.lease_seconds must be 1 to 2592000, not -1",
                "min_health_score: 101|placement.min_health_score must be 0 to 100, not 101",
                "pending_seconds: 86401|placement.pending_seconds must be 0 to 86400, not 86401",
                "default_farm_id: \" office\"|placement.default_farm_id must be a farm's id or empty, not \" office\"",
                "time_zone: Berlin|placement.time_zone must be a time zone like Europe/Berlin, not \"Berlin\"",
                "token_prefix: a-b|placement.token_prefix must be capital letters, digits and underscores",
                "domains: { CORP: [] }|placement.domains: \"CORP\" needs at least one DNS name, none of them blank",
            })
    void invalid(String text, String message) {
        assertThatThrownBy(() -> read(text)).hasMessageContaining(message);
    }

    private PlacementConfig read(String text) throws JsonProcessingException {
        return yaml.readValue(text, PlacementConfig.class);
    }
}
