package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The finished jar in Guacamole's own web application ({@code -Dguacamole.war=path}), in Tomcat, with users in a file.
 */
@EnabledIfSystemProperty(named = "guacamole.war", matches = ".+")
class WebApplicationIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    private static final String FILE = "default";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path home;

    @SuppressWarnings("NullAway.Init")
    private static Relay relay;

    @SuppressWarnings("NullAway.Init")
    private static WebApplication guacamole;

    @BeforeAll
    static void start() throws Exception {
        all.operator().farm("web", "web-a", "web-b");
        all.guacd().at("web-b", FakeGuacd::desktop);
        relay = Relay.to(all.broker().url());
        guacamole =
                WebApplication.start(Path.of(System.getProperty("guacamole.war")), jar(), home, properties(), "web");
    }

    @AfterAll
    static void stop() throws Exception {
        guacamole.close();
        relay.close();
    }

    private static Path jar() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("guacamole-auth-drover-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String properties() {
        return """
                guacd-hostname: 127.0.0.1
                guacd-port: %d
                drover-url: %s
                drover-key: %s
                drover-publish: true
                """.formatted(all.guacd().port(), relay.url(), BrokerProcess.KEY);
    }

    @Test
    void aClickGoesPastADeadHostOverWebSocketAndHttp() throws Exception {
        String session = guacamole.login().get("authToken").getAsString();

        assertThat(guacamole.overWebSocket(session, FILE, "web", "4.rect"))
                .contains("4.size,1.0,3.640,3.480;")
                .doesNotContain("5.error");
        assertThat(hosts()).startsWith("web-a", "web-b");
        assertThat(guacamole.overHttp(session, FILE, "web")).contains("4.sync");
        await().untilAsserted(() -> {
            assertThat(relay.heard("/failed")).isNotEmpty();
            assertThat(relay.heard("/opened")).isNotEmpty();
            assertThat(relay.heard("/closed")).isNotEmpty();
        });
    }

    @Test
    void publishedResourcesAppearAndConnect() throws Exception {
        JsonObject login = guacamole.login();
        String session = login.get("authToken").getAsString();

        assertThat(login.getAsJsonArray("availableDataSources").toString()).contains("drover-published");
        assertThat(guacamole.connections(session, "drover-published").keySet()).contains("web");
        assertThat(guacamole.overWebSocket(session, "drover-published", "web", "4.rect"))
                .contains("4.size,1.0,3.640,3.480;");
    }

    @Test
    void aRefusalReachesTheBrowserWithItsStatusAndIsOneQuestion() throws Exception {
        String session = guacamole.login().get("authToken").getAsString();
        relay.answers((exchange, heard) -> Relay.answer(exchange, 503, "{\"code\": \"no_eligible_host\"}"));
        int before = relay.heard("/resolve").size();

        assertThat(guacamole.overWebSocket(session, FILE, "web", "5.error")).contains("513");
        assertThat(guacamole.overHttp(session, FILE, "web")).isEqualTo("status 513");

        List<Relay.Heard> asked = relay.heard("/resolve");
        assertThat(asked.subList(before, asked.size()).stream()
                        .map(heard -> heard.json().get("request_id").getAsString())
                        .distinct())
                .hasSize(1);
        relay.answers(relay.handOn(all.broker().url()));
    }

    private static List<String> hosts() {
        return all.guacd().reached("web-").stream()
                .map(reached -> reached.get("hostname"))
                .toList();
    }
}
