package io.drover.catalog;

import static io.drover.http.TestServer.OPERATOR;
import static io.drover.http.TestServer.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.control.RandomTokens;
import io.drover.database.DatabaseExtension;
import io.drover.http.HttpCalls.Answer;
import io.drover.http.TestServer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogResourceIT {

    private static final String RESOURCES = "/api/v1/resources";

    @Order(1)
    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @Order(2)
    @RegisterExtension
    static final TestServer server = new TestServer(access -> List.of(new CatalogResource(
            new ResourceService(database.jdbi().onDemand(ResourceDao.class), changed -> {}, new RandomTokens()))));

    @BeforeEach
    void oneFarm() {
        database.jdbi().useHandle(handle -> {
            handle.execute("TRUNCATE farm, resource");
            handle.execute("INSERT INTO farm (farm_id, name) VALUES ('office', 'Office')");
        });
    }

    @Test
    void aResourceIsAddedChangedAndDeleted() {
        Answer added = server.post(RESOURCES, OPERATOR, """
                {"id": "sage", "name": "Sage", "kind": "remoteapp", "farm_id": "office",
                 "guacamole_connection_id": "7", "guacamole_connection_name": "Sage", "remote_app": "||Sage",
                 "remote_app_dir": "C:\\\\Sage", "remote_app_args": "", "manage_remote_app": true,
                 "remote_app_path": "C:\\\\Sage\\\\sage.exe", "remote_app_command_line_setting": 2,
                 "remote_app_required_command_line": "/x", "groups": ["erp"], "guacamole_data_source": "postgresql"}
                """);

        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(server.get(RESOURCES + "/sage", VIEWER).body()).isEqualTo(added.body());
        Answer replaced = server.send(
                "PUT",
                RESOURCES + "/sage",
                OPERATOR,
                added.text().replace("\"name\":\"Sage\"", "\"name\":\"Sage 100\""));
        assertThat(replaced.body().path("name").asText()).isEqualTo("Sage 100");
        assertThat(server.sendIf("\"1\"", "DELETE", RESOURCES + "/sage", OPERATOR, "")
                        .status())
                .isEqualTo(412);
        assertThat(server.send("DELETE", RESOURCES + "/sage", OPERATOR, "").status())
                .isEqualTo(204);
        assertThat(server.get(RESOURCES, VIEWER).body().path("items")).isEmpty();
    }

    @Test
    void oneConnectionStandsForOneEnabledResource() {
        server.post(RESOURCES, OPERATOR, "{\"id\": \"a\", \"guacamole_connection_name\": \"Office Desktop\"}");

        Answer second =
                server.post(RESOURCES, OPERATOR, "{\"id\": \"b\", \"guacamole_connection_name\": \" office desktop\"}");
        Answer disabled = server.post(
                RESOURCES,
                OPERATOR,
                "{\"id\": \"b\", \"guacamole_connection_name\": \"Office Desktop\", \"enabled\": false}");

        assertThat(second.status()).isEqualTo(409);
        assertThat(second.code()).isEqualTo("duplicate_mapping");
        assertThat(disabled.status()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":\"a\",\"kind\":\"app\"}|kind: must be desktop or remoteapp",
                "{\"id\":\"a\",\"kind\":\"remoteapp\"}|remote_app: is required for a remoteapp",
                "{\"id\":\"a\",\"farm_id\":\"none\"}|farm_id: there is no such farm",
                "{\"id\":\"a\",\"remote_app_command_line_setting\":3}|remote_app_command_line_setting: must be 0 to 2",
                "{\"id\":\"a\",\"groups\":[1]}|groups: must be a list of texts",
                "{\"id\":\"a\",\"guacamole_connection\":\"x\"}|guacamole_connection: is no field of this object",
            })
    void messagesNameFieldAndReason(String body, String message) {
        Answer answer = server.post(RESOURCES, OPERATOR, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo(message);
    }

    @Test
    void whatExistsOrIsNotThereIsSaid() {
        server.post(RESOURCES, OPERATOR, "{\"id\": \"a\"}");

        assertThat(server.post(RESOURCES, OPERATOR, "{\"id\": \"a\"}").code()).isEqualTo("already_exists");
        assertThat(server.get(RESOURCES + "/none", VIEWER).status()).isEqualTo(404);
        assertThat(server.send("PUT", RESOURCES + "/none", OPERATOR, "{}").status())
                .isEqualTo(404);
    }
}
