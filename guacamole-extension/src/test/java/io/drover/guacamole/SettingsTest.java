package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.environment.DelegatingEnvironment;
import org.apache.guacamole.environment.LocalEnvironment;
import org.apache.guacamole.properties.GuacamoleProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private final Map<String, String> properties =
            new HashMap<>(Map.of("drover-url", "https://broker.example:8443", "drover-key", "a-key"));

    @Test
    void anAddressAndAKeyAreEnough() throws GuacamoleException {
        Settings settings = read();

        assertThat(settings.urls()).containsExactly(URI.create("https://broker.example:8443"));
        assertThat(settings.prefix()).isEqualTo("SESSIONGUARD");
        assertThat(settings.nodeId()).isNotBlank();
        assertThat(settings.timeout()).isEqualTo(2_500);
        assertThat(settings.tries()).isEqualTo(3);
        assertThat(settings.hold()).isEqualTo(3_000);
        assertThat(settings.publishedParameters())
                .containsEntry("hostname", "${SESSIONGUARD_HOST}")
                .containsEntry("port", "${SESSIONGUARD_PORT}");
    }

    @Test
    void severalAddressesStandInTheOrderOfPreference() throws GuacamoleException {
        properties.put("drover-url", "http://a:8080/ , https://b/drover//,");

        assertThat(read().urls()).containsExactly(URI.create("http://a:8080"), URI.create("https://b/drover"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"broker", "ftp://broker", "https://user:word@broker", "https://broker?x", "https://", "ht tp:"})
    void whatIsNoAddressIsRefusedWithoutBeingRepeated(String address) {
        properties.put("drover-url", address);

        assertThatThrownBy(this::read).hasMessageContaining("drover-url").hasMessageNotContaining("word");
    }

    @ParameterizedTest
    @CsvSource({
        "drover-url, ' '",
        "drover-key, ''",
        "drover-key, two words",
        "drover-key, clé",
        "drover-token-prefix, A-B",
        "drover-token-prefix, GUAC",
        "drover-token-prefix, GUAC_CLIENT",
        "drover-token-prefix, ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456",
        "drover-timeout, 499",
        "drover-timeout, 5001",
        "drover-tries, 4",
        "drover-tries, 0",
        "drover-hold, soon",
        "drover-publish-parameters, novalue",
    })
    void whatIsWrongIsSaidWithItsName(String name, String value) {
        properties.put(name, value);

        assertThatThrownBy(this::read).isInstanceOf(GuacamoleException.class).hasMessageContaining(name);
    }

    @Test
    void aNodesNameIsNoLongerThanTheBrokerTakes() {
        properties.put("drover-node-id", "n".repeat(513));

        assertThatThrownBy(this::read).hasMessageContaining("drover-node-id");
    }

    @Test
    void publishingIsOffUnlessItIsTrue() throws GuacamoleException {
        assertThat(Settings.publish(environment())).isFalse();
        properties.put("drover-publish", "True");
        assertThat(Settings.publish(environment())).isTrue();
        properties.put("drover-publish", "yes");
        assertThatThrownBy(() -> Settings.publish(environment())).hasMessageContaining("drover-publish");
    }

    private Settings read() throws GuacamoleException {
        return Settings.read(environment());
    }

    private DelegatingEnvironment environment() {
        return new DelegatingEnvironment(LocalEnvironment.getInstance()) {

            @Override
            public <T> @Nullable T getProperty(GuacamoleProperty<T> property) throws GuacamoleException {
                return property.parseValue(properties.get(property.getName()));
            }
        };
    }
}
