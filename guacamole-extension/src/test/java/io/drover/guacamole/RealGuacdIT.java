package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.InetGuacamoleSocket;
import org.apache.guacamole.net.SimpleGuacamoleTunnel;
import org.apache.guacamole.net.auth.simple.SimpleConnection;
import org.apache.guacamole.protocol.ConfiguredGuacamoleSocket;
import org.apache.guacamole.protocol.GuacamoleClientInformation;
import org.apache.guacamole.protocol.GuacamoleConfiguration;
import org.apache.guacamole.token.TokenFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The same with a real guacd ({@code -Dguacd=host:port}) and a real RDP server ({@code -Drdp=host:port}), which must
 * answer on that address only: its neighbour {@code 127.0.0.11} is the dead host.
 */
@EnabledIfSystemProperty(named = "guacd", matches = ".+:\\d+")
@EnabledIfSystemProperty(named = "rdp", matches = ".+:\\d+")
class RealGuacdIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    private static final String DEAD = "127.0.0.11";

    @Test
    void aDeadHostIsReplacedUnseen() throws Exception {
        URI rdp = URI.create("rdp://" + System.getProperty("rdp"));
        all.operator().farm("real", "real-dead", "real-live");
        all.operator().address("real-dead", DEAD, rdp.getPort());
        all.operator().address("real-live", rdp.getHost(), rdp.getPort());

        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(relay.url())) {
            long start = System.nanoTime();
            GuacamoleTunnel tunnel = guacamole.click("anna", new RealConnection("real"));
            List<String> seen = Screen.until(tunnel, "size");
            long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
            System.out.printf("Dead to live host through guacd %s: %d ms%n", System.getProperty("guacd"), millis);

            assertThat(seen).noneMatch(instruction -> instruction.startsWith("error"));
            assertThat(relay.heard("resolve")).hasSize(2);
            await().untilAsserted(() -> assertThat(relay.heard("opened")).hasSize(1));
            assertThat(relay.heard("failed"))
                    .singleElement()
                    .satisfies(report ->
                            assertThat(report.json().get("status").getAsInt()).isEqualTo(519));
            tunnel.close();
        }
    }

    /** A connection through that guacd. */
    private static final class RealConnection extends SimpleConnection {

        RealConnection(String resource) {
            super(resource, "id of " + resource, configuration(), true);
        }

        private static GuacamoleConfiguration configuration() {
            GuacamoleConfiguration configuration = new GuacamoleConfiguration();
            configuration.setProtocol("rdp");
            configuration.setParameters(
                    Map.of("hostname", "${SESSIONGUARD_HOST}", "port", "${SESSIONGUARD_PORT}", "ignore-cert", "true"));
            return configuration;
        }

        @Override
        public GuacamoleTunnel connect(GuacamoleClientInformation info, Map<String, String> tokens)
                throws GuacamoleException {
            URI guacd = URI.create("guacd://" + System.getProperty("guacd"));
            GuacamoleConfiguration filtered = configuration();
            new TokenFilter(tokens).filterValues(filtered.getParameters());
            return new SimpleGuacamoleTunnel(new ConfiguredGuacamoleSocket(
                    new InetGuacamoleSocket(guacd.getHost(), guacd.getPort()), filtered, info));
        }
    }
}
