package io.drover.fleet;

import static io.drover.http.TestServer.OPERATOR;
import static io.drover.http.TestServer.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.audit.AuditDao;
import io.drover.audit.AuditLog;
import io.drover.audit.AuditResource;
import io.drover.control.RandomTokens;
import io.drover.database.DatabaseExtension;
import io.drover.http.HttpCalls.Answer;
import io.drover.http.TestServer;
import io.drover.policy.Strategies;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FarmResourceIT {

    private static final String FARMS = "/api/v1/farms";

    @Order(1)
    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @Order(2)
    @RegisterExtension
    static final TestServer server = new TestServer(access -> List.of(
            new FarmResource(new FarmService(
                    database.jdbi().onDemand(FarmDao.class),
                    new RecordingListener(),
                    new RandomTokens(),
                    () -> Strategies.UNKNOWN)),
            new AuditResource(new AuditLog(database.jdbi().onDemand(AuditDao.class)))));

    @BeforeEach
    void emptyTables() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE farm, resource, audit"));
    }

    @Test
    void aFarmIsAddedAndFound() {
        Answer added = server.post(FARMS, OPERATOR, """
                {"id": "office", "name": "Office", "description": "Two\\nlines", "agent_ids": ["a1"],
                 "required_tags": {"role": "office"}, "policy": {"x": [1]}, "enabled": false,
                 "strategy": "least-sessions", "jitter": true, "min_health_score": 70}
                """);

        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(added.header().apply("Location").orElse("")).endsWith(FARMS + "/office");
        Answer found = server.get(FARMS + "/office", VIEWER);
        assertThat(found.body()).isEqualTo(added.body());
        assertThat(found.header().apply("ETag")).isEqualTo(added.header().apply("ETag"));
        assertThat(found.body().path("required_tags").path("role").asText()).isEqualTo("office");
        assertThat(found.body().path("min_health_score").asInt()).isEqualTo(70);
    }

    @Test
    void whatIsAnsweredMayBeSentBack() {
        Answer added = server.post(FARMS, OPERATOR, "{\"id\": \"office\"}");

        Answer replaced = server.send("PUT", FARMS + "/office", OPERATOR, added.text());

        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
    }

    @Test
    void anIdIsMadeWhenNoneIsGiven() {
        Answer added = server.post(FARMS, OPERATOR, "{\"name\": \"Office\"}");

        assertThat(added.body().path("id").asText()).matches("[0-9a-f]{16}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":5}|id: must be text",
                "{\"id\":\"a/b\"}|id: may hold letters, digits and . _ - : only",
                "{\"id\":\"a\",\"enabled\":\"true\"}|enabled: must be true or false",
                "{\"id\":\"a\",\"min_health_score\":\"60\"}|min_health_score: must be a whole number",
                "{\"id\":\"a\",\"min_health_score\":101}|min_health_score: must be 0 to 100",
                "{\"id\":\"a\",\"min_health_score\":1e400}|min_health_score: must be a whole number",
                "{\"id\":\"a\",\"agent_ids\":\"x\"}|agent_ids: must be a list of texts",
                "{\"id\":\"a\",\"agent_ids\":[\"x\",\"x\"]}|agent_ids: names one twice",
                "{\"id\":\"a\",\"required_tags\":{\"x\":\"\"}}|required_tags.x: must not be blank",
                "{\"id\":\"a\",\"required_tags\":{\"x\":1}}|required_tags: must be an object whose values are texts",
                "{\"id\":\"a\",\"policy\":[]}|policy: must be an object",
                "{\"id\":\"a\",\"name\":\"a\\u0007\"}|name: holds a control character",
                "{\"id\":\"a\",\"enabld\":true}|enabld: is no field of this object",
            })
    void messagesNameFieldAndReason(String body, String message) {
        Answer answer = server.post(FARMS, OPERATOR, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(answer.error()).startsWith(message);
    }

    @Test
    void anIdThatExistsIsAConflict() {
        server.post(FARMS, OPERATOR, "{\"id\": \"office\", \"name\": \"First\"}");

        Answer second = server.post(FARMS, OPERATOR, "{\"id\": \"office\", \"name\": \"Second\"}");

        assertThat(second.status()).isEqualTo(409);
        assertThat(second.code()).isEqualTo("already_exists");
        assertThat(server.get(FARMS + "/office", VIEWER).body().path("name").asText())
                .isEqualTo("First");
    }

    @Test
    void ifMatchGuardsConcurrentEdits() {
        String first = etag(server.post(FARMS, OPERATOR, "{\"id\": \"office\"}"));
        String second = etag(server.sendIf(first, "PUT", FARMS + "/office", OPERATOR, "{\"name\": \"Mine\"}"));

        Answer late = server.sendIf(first, "PUT", FARMS + "/office", OPERATOR, "{\"name\": \"Yours\"}");

        assertThat(late.status()).isEqualTo(412);
        assertThat(late.code()).isEqualTo("stale_version");
        assertThat(server.sendIf(first, "DELETE", FARMS + "/office", OPERATOR, "")
                        .status())
                .isEqualTo(412);
        assertThat(server.sendIf("*", "PUT", FARMS + "/office", OPERATOR, "{}").status())
                .isEqualTo(200);
        assertThat(server.sendIf("7", "PUT", FARMS + "/office", OPERATOR, "{}").status())
                .isEqualTo(400);
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void aFarmThatServesEnabledResourcesIsDeletedByForceOnly() {
        server.post(FARMS, OPERATOR, "{\"id\": \"office\"}");
        database.jdbi()
                .useHandle(
                        handle -> handle.execute(
                                "INSERT INTO resource (resource_id, name, kind, farm_id) VALUES ('d', 'D', 'desktop', 'office')"));

        Answer refused = server.send("DELETE", FARMS + "/office", OPERATOR, "");
        Answer unclear = server.send("DELETE", FARMS + "/office?force=yes", OPERATOR, "");
        Answer forced = server.send("DELETE", FARMS + "/office?force=true", OPERATOR, "");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("in_use");
        assertThat(unclear.status()).isEqualTo(400);
        assertThat(forced.status()).isEqualTo(204);
        assertThat(server.get(FARMS + "/office", VIEWER).status()).isEqualTo(404);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(server.get(FARMS + "/none", VIEWER).status()).isEqualTo(404);
        assertThat(server.send("PUT", FARMS + "/none", OPERATOR, "{}").status()).isEqualTo(404);
        assertThat(server.send("DELETE", FARMS + "/none", OPERATOR, "").status())
                .isEqualTo(404);
    }

    @Test
    void listsComeInPagesNewestFirst() {
        for (int i = 0; i < 5; i++) {
            server.post(FARMS, OPERATOR, "{\"id\": \"f" + i + "\"}");
        }
        Set<String> seen = new HashSet<>();
        String cursor = "";
        int pages = 0;
        do {
            Answer page = server.get(FARMS + "?limit=2" + cursor, VIEWER);
            for (JsonNode farm : page.body().path("items")) {
                assertThat(seen.add(farm.path("id").asText())).isTrue();
            }
            if (pages == 0) {
                assertThat(page.body().path("items").get(0).path("id").asText()).isEqualTo("f4");
            }
            cursor = "&cursor=" + page.body().path("next").asText();
            pages++;
        } while (!cursor.equals("&cursor=null"));

        assertThat(pages).isEqualTo(3);
        assertThat(seen).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=1001",
                "limit=x",
                "limit=-1",
                "cursor=!",
                "cursor=AAAA",
                "limt=1",
                "limit=1&limit=2"
            })
    void aWrongPageIsAnInvalidRequest(String query) {
        assertThat(server.get(FARMS + "?" + query, VIEWER).status()).isEqualTo(400);
    }

    @Test
    void whoChangedWhatIsInTheAudit() {
        server.post(FARMS, OPERATOR, "{\"id\": \"office\"}");

        Answer audit = server.get("/api/v1/audit?object_kind=farm&object_id=office", VIEWER);

        assertThat(audit.body().path("items")).hasSize(1);
        assertThat(audit.body().path("items").get(0).path("who").asText()).isEqualTo("operator:otto");
        assertThat(server.get("/api/v1/audit?who=nobody", VIEWER).body().path("items"))
                .isEmpty();
    }

    @Test
    void theAuditRefusesAKindThatIsNone() {
        assertThat(server.get("/api/v1/audit?object_kind=farms", VIEWER).error())
                .isEqualTo("object_kind: must be one of agent, agent_policy, farm, instance, lease, policy, resource");
    }

    @Test
    void parametersThatNobodyReadsAreRefused() {
        server.post(FARMS, OPERATOR, "{\"id\": \"office\"}");

        assertThat(server.get(FARMS + "/office?expand=all", VIEWER).error())
                .isEqualTo("expand: is not a parameter here; there are none");
        assertThat(server.send("PUT", FARMS + "/office?force=true", OPERATOR, "{}")
                        .status())
                .isEqualTo(400);
        assertThat(server.send("DELETE", FARMS + "/office?forced=true", OPERATOR, "")
                        .error())
                .isEqualTo("forced: is not a parameter here; there are force");
        assertThat(server.get(FARMS + "?mode=x", VIEWER).error())
                .isEqualTo("mode: is not a parameter here; there are cursor, limit");
    }

    private static String etag(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isBetween(200, 201);
        return answer.header().apply("ETag").orElse("");
    }
}
