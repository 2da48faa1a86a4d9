package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.DatabaseExtension;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gateway may publish to a user. */
class PublishedResourcesIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final String PATH = "/api/v1/broker/resources";

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient client;

    @BeforeAll
    static void start() throws Exception {
        broker = BrokerInstance.start(database.config());
        client = broker.client();
        save(Map.of("id", "desk", "name", "Office Desktop"));
        save(Map.of("id", "hidden", "name", "A", "enabled", false));
        save(Map.of("id", "cad", "name", "CAD", "groups", List.of("Engineers", "CN=Cad Users,OU=Groups,DC=corp")));
        save(Map.of(
                "id",
                "sage",
                "name",
                "Sage",
                "kind",
                "remoteapp",
                "remote_app",
                "||Sage",
                "remote_app_dir",
                "C:\\Sage",
                "manage_remote_app",
                true,
                "remote_app_path",
                "C:\\Sage\\sage.exe",
                "remote_app_command_line_setting",
                2,
                "remote_app_required_command_line",
                "/company 1",
                "groups",
                List.of("finance")));
    }

    private static void save(Map<String, ?> resource) {
        Answer saved = client.operator("POST", "/api/v1/resources", resource);
        assertThat(saved.status()).as(saved.body()).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void whatHasNoGroupsIsForEverybodyAndWhatIsDisabledForNobody() {
        assertThat(ids(get("?username=alice"))).containsExactly("desk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "groups=Engineers",
                "groups=engineers",
                "groups=other&groups=Engineers",
                "groups=cn%3Dcad+users%2COU%3DGroups%2CDC%3Dcorp"
            })
    void aUserSeesWhatIsForAGroupOfTheirs(String groups) {
        assertThat(ids(get("?username=CORP%5Calice&" + groups))).containsExactly("cad", "desk");
    }

    @Test
    void aRemoteAppComesWithWhatItStartsWith() {
        JsonNode sage =
                get("?username=alice&groups=finance").json().path("items").path(1);

        assertThat(sage.path("id").asText()).isEqualTo("sage");
        assertThat(sage.path("kind").asText()).isEqualTo("remoteapp");
        assertThat(sage.path("remote_app").asText()).isEqualTo("||Sage");
        assertThat(sage.path("remote_app_dir").asText()).isEqualTo("C:\\Sage");
        assertThat(sage.path("remote_app_args").asText()).isEqualTo("/company 1");
    }

    @Test
    void aUserOfAThousandGroupsIsAskedForInABody() {
        List<String> groups = IntStream.range(0, 1_000)
                .mapToObj(i -> i == 500 ? "Engineers" : "CORP\\Group " + i)
                .toList();

        Answer answer = send(client.gateway(
                PATH, "application/json", BrokerClient.json(Map.of("username", "alice", "groups", groups))));

        assertThat(ids(answer)).containsExactly("cad", "desk");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|username is required",
                "?username=|username is required",
                "?username=%20|username is required",
                "?username=CORP%5C|username: the user name has a domain but no user",
                "?username=a%00b|username: contains a control character",
            })
    void aUserMustBeNamed(String query, String error) {
        Answer answer = get(query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isEqualTo("invalid_request");
        assertThat(answer.text("error")).isEqualTo(error);
    }

    @Test
    void onlyGatewaysAsk() {
        assertThat(client.operatorGet(PATH + "?username=alice").status()).isBetween(401, 403);
        assertThat(client.get(PATH + "?username=alice").status()).isEqualTo(401);
    }

    private static Answer get(String query) {
        HttpRequest.Builder request = client.gateway(PATH + query, "application/json", "");
        return send(request.GET());
    }

    private static Answer send(HttpRequest.Builder request) {
        return client.send(request).join();
    }

    private static List<String> ids(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json()
                .path("items")
                .valueStream()
                .map(item -> item.path("id").asText())
                .toList();
    }
}
