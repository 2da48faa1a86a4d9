package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is set at one instance reaches the agent that reports to the other. */
class DesiredStateIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance first;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance second;

    @SuppressWarnings("NullAway.Init")
    private static ScriptedAgent agent;

    @SuppressWarnings("NullAway.Init")
    private static ScriptedAgent late;

    @BeforeAll
    static void start() throws Exception {
        first = BrokerInstance.start(database.config());
        second = BrokerInstance.start(database.config());
        OfficeFarm farm = OfficeFarm.create(first.client(), 0);
        done(first.client().operator("POST", "/api/v1/farms", Map.of("id", "zeta", "required_tags", Map.of("a", "b"))));
        done(first.client().operator("POST", "/api/v1/farms", Map.of("id", "beta", "required_tags", Map.of("a", "b"))));
        agent = new ScriptedAgent(farm.add("rds-01", "zeta"), 4);
        late = new ScriptedAgent(farm.add("rds-02", "zeta"), 4);
        done(patch(Map.of("tags", Map.of("a", "b"))));
        agent.report(first.client());
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @BeforeEach
    @AfterEach
    void nothingIsSet() {
        agent.says("policy", Map.of());
        Map<String, Object> none = new HashMap<>();
        none.put("policy", null);
        done(patch(none));
        farmPolicy("zeta", null);
        farmPolicy("beta", null);
        done(first.client().operatorDelete("/api/v1/agent-policy"));
        await().atMost(PATIENCE).until(() -> !agent.listen(second.client()).has("desired_policy"));
    }

    @Test
    void theNearestPolicyReachesTheAgent() {
        done(first.client().operator("PUT", "/api/v1/agent-policy", Map.of("from", "everybody")));
        awaitPolicy("everybody");
        assertThat(shown().path("source").asText()).isEqualTo("global");

        farmPolicy("beta", Map.of("from", "beta"));
        awaitPolicy("beta");
        farmPolicy("zeta", Map.of("from", "zeta"));
        awaitPolicy("zeta");
        assertThat(shown().path("source").asText()).isEqualTo("farm");
        assertThat(shown().path("source_id").asText()).isEqualTo("zeta");

        done(patch(Map.of("policy", Map.of("from", "itself"))));
        awaitPolicy("itself");
        assertThat(shown().path("source").asText()).isEqualTo("agent");
        assertThat(shown().path("who").asText()).isEqualTo("operator:console");
    }

    @Test
    void anAgentThatAppliesItIsNotToldAgain() {
        done(first.client()
                .operator("PUT", "/api/v1/agent-policy", Map.of("cleanup", Map.of("enabled", true), "revision", "x")));
        JsonNode told = await().atMost(PATIENCE)
                .until(() -> agent.listen(second.client()).path("desired_policy"), JsonNode::isObject);
        assertThat(told.path("cleanup").path("enabled").asBoolean()).isTrue();
        assertThat(told.path("revision").asText())
                .isEqualTo(shown().path("revision").asText());
        assertThat(told.path("updated_at").asText()).endsWith("Z");

        agent.says("policy", Map.of("revision", told.path("revision").asText()));

        assertThat(agent.listen(second.client()).has("desired_policy")).isFalse();
        await().atMost(PATIENCE).until(() -> shown().path("reported_revision").equals(told.path("revision")));
    }

    @Test
    void whatWasSetComesBackAsANewRevision() {
        farmPolicy("zeta", Map.of("from", "first"));
        String revision = shown().path("revision").asText();
        farmPolicy("zeta", Map.of("from", "second"));
        awaitPolicy("second");

        Answer back = first.client().operator("POST", "/api/v1/agent-policy/rollback", Map.of("revision", revision));

        done(back);
        assertThat(back.json().path("policy").path("from").asText()).isEqualTo("first");
        assertThat(back.text("revision")).isNotEqualTo(revision);
        awaitPolicy("first");
        JsonNode history = first.client()
                .operatorGet("/api/v1/agent-policy/history?owner_kind=farm&owner_id=zeta&limit=3")
                .json()
                .path("items");
        assertThat(history.findValuesAsText("from")).containsExactly("first", "second", "first");
        assertThat(first.client()
                        .operator("POST", "/api/v1/agent-policy/rollback", Map.of("revision", "999999"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theRemoteAppsOfItsFarmsAreWantedUntilTheyAreGone() {
        resource("sage", "zeta", true);
        resource("cad", "office", true);
        resource("mail", "zeta", false);
        resource("tools", "", true);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(apps().findValuesAsText("resource_id")).containsExactly("sage", "tools"));
        assertThat(apps().get(0))
                .isEqualTo(new ObjectMapper()
                        .valueToTree(Map.of(
                                "resource_id", "sage",
                                "alias", "Sage",
                                "display_name", "Sage 50",
                                "path", "C:\\Sage\\sage.exe",
                                "command_line_setting", 2,
                                "required_command_line", "/x")));

        List.of("sage", "tools", "cad", "mail")
                .forEach(id -> done(first.client().operatorDelete("/api/v1/resources/" + id)));
        await().atMost(PATIENCE).until(() -> apps().isArray() && apps().isEmpty());
    }

    /** Its lists are what the host is to have, as with any other answer. */
    @Test
    void theAnswerToAHeartbeatThatWasOvertakenTakesNothingAway() {
        resource("kept", "zeta", true);
        late.says("boot_id", "boot-1");
        late.says("seq", 7);
        await().atMost(PATIENCE).until(() -> !appsOf(late).isEmpty());
        JsonNode wanted = appsOf(late);
        late.says("seq", 3);
        assertThat(appsOf(late)).isEqualTo(wanted);
        done(first.client().operatorDelete("/api/v1/resources/kept"));
    }

    private static void resource(String id, String farm, boolean managed) {
        done(first.client()
                .operator(
                        "POST",
                        "/api/v1/resources",
                        Map.of(
                                "id",
                                id,
                                "name",
                                "Sage 50",
                                "kind",
                                "remoteapp",
                                "farm_id",
                                farm,
                                "remote_app",
                                "||Sage",
                                "manage_remote_app",
                                managed,
                                "remote_app_path",
                                "C:\\Sage\\sage.exe",
                                "remote_app_command_line_setting",
                                2,
                                "remote_app_required_command_line",
                                "/x",
                                "guacamole_connection_name",
                                id)));
    }

    private static JsonNode apps() {
        return appsOf(agent);
    }

    private static JsonNode appsOf(ScriptedAgent which) {
        return which.listen(second.client()).path("desired_remote_apps");
    }

    private static void awaitPolicy(String from) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.listen(second.client())
                                .path("desired_policy")
                                .path("from")
                                .asText())
                        .isEqualTo(from));
    }

    private static JsonNode shown() {
        return first.client()
                .operatorGet("/api/v1/agents/" + agent.id() + "/policy")
                .json();
    }

    private static Answer patch(Map<String, ?> body) {
        return first.client().operator("PATCH", "/api/v1/agents/" + agent.id() + "/control", body);
    }

    private static void farmPolicy(String id, @Nullable Map<String, ?> policy) {
        Map<String, Object> farm = new HashMap<>(Map.of("required_tags", Map.of("a", "b")));
        farm.put("policy", policy);
        done(first.client().operator("PUT", "/api/v1/farms/" + id, farm));
    }

    private static void done(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
    }
}
