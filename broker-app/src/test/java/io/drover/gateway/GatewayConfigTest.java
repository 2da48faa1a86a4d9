package io.drover.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayConfigTest {

    @Test
    void threeRenewalsMayBeMissedUnlessSaidOtherwise() {
        assertThat(GatewayConfig.defaults().silence()).isEqualTo(Duration.ofSeconds(90));
        assertThat(GatewayConfig.of(120).silence()).isEqualTo(Duration.ofMinutes(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 86_401})
    void aSilenceOutOfRangeIsRefusedByName(int seconds) {
        assertThatThrownBy(() -> GatewayConfig.of(seconds))
                .hasMessage("gateway.silence_seconds must be 1 to 86400, not " + seconds);
    }
}
