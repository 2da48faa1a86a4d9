package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a gateway is told for its connection: the form, the JSON beside it, and texts that are hard to carry. */
class TokenFormIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final String ALIAS = "||Büro-Änderung 東京 😀";
    private static final String FOLDER = "C:\\Program Files\\Viewer & Co";
    private static final String ARGUMENTS =
            "/open \"Z:\\Fotos\\D'Arc & Co\\1.jpg\" --zoom=1+1 --max=100% --raw=%2B%26 a;b=c#d?e";
    private static final List<String> KEYS = List.of(
            "SESSIONGUARD_AGENT_ID",
            "SESSIONGUARD_FARM_ID",
            "SESSIONGUARD_HOST",
            "SESSIONGUARD_REASON",
            "SESSIONGUARD_REMOTE_APP",
            "SESSIONGUARD_REMOTE_APP_ARGS",
            "SESSIONGUARD_REMOTE_APP_DIR",
            "SESSIONGUARD_RESOURCE_ID");

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient client;

    @SuppressWarnings("NullAway.Init")
    private static EnrolledHost host;

    @BeforeAll
    static void start() throws Exception {
        broker = BrokerInstance.start(database.config());
        client = broker.client();
        OfficeFarm farm = OfficeFarm.create(client, 1);
        host = farm.hosts().get(0);
        farm.control(host, Map.of("address", "2001:db8::15", "port", 3390));
        Answer saved = client.operator(
                "POST",
                "/api/v1/resources",
                Map.of(
                        "id",
                        "viewer",
                        "kind",
                        "remoteapp",
                        "farm_id",
                        OfficeFarm.ID,
                        "guacamole_connection_id",
                        "500",
                        "remote_app",
                        ALIAS,
                        "remote_app_dir",
                        FOLDER,
                        "remote_app_args",
                        ARGUMENTS));
        assertThat(saved.status()).as(saved.body()).isEqualTo(201);
        farm.awaitEligible(client, 1);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void theFormHasExactlyTheEightTokensInAscendingOrder() {
        Answer answer = client.tokens(form("username", "alice", "connection_id", "500"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.contentType().replace(" ", ""))
                .isEqualToIgnoringCase("application/x-www-form-urlencoded;charset=utf-8");
        assertThat(List.copyOf(decoded(answer).keySet())).isEqualTo(KEYS);
        assertThat(answer.body()).isASCII().doesNotContain(" ", "\n");
    }

    @Test
    void everyTextComesThroughUnchanged() {
        Map<String, String> tokens = decoded(client.tokens(form("username", "bea", "connection_id", "500")));

        assertThat(tokens)
                .containsEntry("SESSIONGUARD_REMOTE_APP", ALIAS)
                .containsEntry("SESSIONGUARD_REMOTE_APP_DIR", FOLDER)
                .containsEntry("SESSIONGUARD_REMOTE_APP_ARGS", ARGUMENTS)
                .containsEntry("SESSIONGUARD_HOST", "2001:db8::15")
                .containsEntry("SESSIONGUARD_AGENT_ID", host.id())
                .containsEntry("SESSIONGUARD_REASON", "load-balance");
    }

    @Test
    void theFormSaysWhatTheJsonSays() {
        Map<String, String> form = decoded(client.tokens(form("username", "cem", "connection_id", "500")));
        JsonNode json = client.resolve(Map.of("username", "cem", "connection_id", "500"))
                .json();

        json.path("tokens")
                .properties()
                .forEach(token -> assertThat(form)
                        .containsEntry(token.getKey(), token.getValue().asText()));
        assertThat(json.path("tokens").size()).isEqualTo(6);
        assertThat(form)
                .containsEntry("SESSIONGUARD_FARM_ID", json.path("farm_id").asText())
                .containsEntry(
                        "SESSIONGUARD_RESOURCE_ID", json.path("resource_id").asText());
    }

    @Test
    void anAddressOfIpv6AndAPortAreApart() {
        JsonNode answer = client.resolve(Map.of("username", "dan", "connection_id", "101"))
                .json();

        assertThat(answer.path("address").asText()).isEqualTo("2001:db8::15");
        assertThat(answer.path("port").asInt()).isEqualTo(3390);
        assertThat(answer.path("hostname").asText()).isEqualTo("rds-00");
    }

    @Test
    void aDesktopHasEmptyRemoteAppTokens() {
        Map<String, String> tokens = decoded(client.tokens(form("username", "eli", "connection_id", "101")));

        assertThat(List.copyOf(tokens.keySet())).isEqualTo(KEYS);
        assertThat(tokens)
                .containsEntry("SESSIONGUARD_REMOTE_APP", "")
                .containsEntry("SESSIONGUARD_REMOTE_APP_DIR", "")
                .containsEntry("SESSIONGUARD_REMOTE_APP_ARGS", "");
    }

    @Test
    void aConnectionThatIsNoResourceIsLeftAlone() {
        Answer answer = client.tokens(form("username", "fay", "connection_id", "999", "farm_id", OfficeFarm.ID));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(database.query("SELECT person FROM lease WHERE person = 'fay'"))
                .isEmpty();
    }

    @Test
    void aUserOfAThousandGroupsIsServed() {
        List<String> groups = IntStream.range(0, 1_000)
                .mapToObj("CORP\\Group %04d"::formatted)
                .toList();
        String form = form("username", "gil", "connection_id", "500")
                + groups.stream()
                        .map(group -> "&groups=" + URLEncoder.encode(group, UTF_8))
                        .collect(Collectors.joining());

        Answer json = client.resolve(Map.of("username", "gil", "connection_id", "500", "groups", groups));
        Answer tokens = client.tokens(form);

        assertThat(json.placed()).as(json.body()).isTrue();
        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        assertThat(decoded(tokens)).containsEntry("SESSIONGUARD_AGENT_ID", json.agentId());
    }

    @Test
    void aRequestThatIsRepeatedGetsTheSameGrant() {
        Map<String, String> request = Map.of("username", "hal", "connection_id", "101", "request_id", "click-1");

        Answer first = client.resolve(request);
        Answer again = client.resolve(request);

        assertThat(again.json()).isEqualTo(first.json());
        assertThat(client.resolve(Map.of("username", "hal", "connection_id", "101"))
                        .reason())
                .isEqualTo("existing-lease");
    }

    @Test
    void aRepeatedRequestThatAvoidsItsHostIsAnother() {
        client.resolve(Map.of("username", "ida", "connection_id", "101", "request_id", "click-2"));

        Answer again = client.resolve(Map.of(
                "username",
                "ida",
                "connection_id",
                "101",
                "request_id",
                "click-2",
                "exclude_agent_ids",
                List.of(host.id())));

        assertThat(again.text("code")).isEqualTo("no_eligible_host");
        assertThat(again.json().path("excluded").path("excluded-by-request").asInt())
                .isEqualTo(1);
    }

    @Test
    void theFormAndTheJsonOfOneClickDoNotMix() {
        String form = form("username", "jan", "connection_id", "999", "request_id", "click-3");
        Map<String, String> json = Map.of("username", "jan", "connection_id", "999", "request_id", "click-3");

        assertThat(client.resolve(json).placed()).isTrue();
        assertThat(client.tokens(form).body()).isEmpty();
    }

    /** As extensions do it that were written for the protocol's first versions, with what Java 8 has. */
    @Test
    void anExtensionOfTheFirstVersionsIsServedUnchanged() throws IOException {
        String form = form(
                "username",
                "CORP\\Kim",
                "connection_id",
                "500",
                "connection_name",
                "",
                "resource_id",
                "",
                "farm_id",
                "",
                "something_of_its_own",
                "1");
        URI uri = client.gateway("/api/v1/broker/tokens", "text/plain", form)
                .build()
                .uri();
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8");
        connection.setRequestProperty("Authorization", "Bearer " + BrokerInstance.BROKER_KEY);
        connection.getOutputStream().write(form.getBytes(UTF_8));

        assertThat(connection.getResponseCode()).isEqualTo(200);
        assertThat(connection.getContentType()).startsWithIgnoringCase("application/x-www-form-urlencoded");
        String body = new String(connection.getInputStream().readAllBytes(), UTF_8);
        assertThat(Arrays.stream(body.split("&", -1)).map(pair -> pair.substring(0, pair.indexOf('='))))
                .isEqualTo(KEYS);
        assertThat(body).contains("SESSIONGUARD_AGENT_ID=" + host.id()).contains("SESSIONGUARD_RESOURCE_ID=viewer");
    }

    private static String form(String... namesAndValues) {
        return IntStream.range(0, namesAndValues.length / 2)
                .mapToObj(i -> namesAndValues[2 * i] + "=" + URLEncoder.encode(namesAndValues[2 * i + 1], UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static Map<String, String> decoded(Answer answer) {
        Map<String, String> tokens = new LinkedHashMap<>();
        for (String pair : answer.body().split("&", -1)) {
            int equals = pair.indexOf('=');
            tokens.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        }
        return tokens;
    }
}
