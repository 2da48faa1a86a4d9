package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators act at one instance, agents report to the other. */
class HostOperationsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance first;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance second;

    @SuppressWarnings("NullAway.Init")
    private static OfficeFarm farm;

    @BeforeAll
    static void start() throws Exception {
        first = BrokerInstance.start(database.config());
        second = BrokerInstance.start(database.config());
        farm = OfficeFarm.create(first.client(), 1);
        farm.awaitEligible(second.client(), 1);
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void aCommandIsToldUntilTheAgentAcknowledgesIt(int protocol) {
        ScriptedAgent agent = agent("told-" + protocol, protocol);
        agent.logon(2, "alice", "Active");
        agent.report(first.client());
        assertThat(agent.listen(second.client()).path("commands")).isEmpty();

        Answer queued = act(agent, "sessions/2/action", Map.of("action", "message", "title", "IT", "message", "Save!"));

        assertThat(queued.status()).as(queued.body()).isEqualTo(202);
        JsonNode told = awaitCommand(agent);
        assertThat(told.path("id").asText()).isEqualTo(queued.text("command_id"));
        assertThat(told.properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "id", "action", "session_id", "title", "message", "requested_by", "created_at", "expires_at");
        assertThat(told.path("session_id").asLong()).isEqualTo(2);
        assertThat(told.path("requested_by").asText()).isEqualTo("operator:console");
        assertThat(agent.report(second.client()).path("commands")).hasSize(1);
        assertThat(agent.done()).containsExactly("message");
        assertThat(agent.report(second.client()).path("commands")).isEmpty();
        assertThat(commands(agent).get(0).path("state").asText()).isEqualTo("done");
        assertThat(audit(agent)).contains("command", "command_done");
    }

    @Test
    void aBulkLogoffMeansTheSessionsOfItsScope() {
        ScriptedAgent agent = agent("bulk", 4);
        agent.logon(2, "alice", "Active");
        agent.logon(3, "bob", "Disconnected");
        agent.logon(4, "carol", "Disconnected");
        agent.report(first.client());

        Answer queued = act(agent, "sessions/bulk", Map.of("action", "logoff", "scope", "disconnected"));
        assertThat(queued.json().path("command_ids")).hasSize(2);
        awaitCommand(agent);
        agent.report(second.client());

        assertThat(agent.sessions()).containsExactly(2);
        assertThat(act(agent, "sessions/bulk", Map.of("action", "disconnect", "scope", "active"))
                        .json()
                        .path("command_ids"))
                .hasSize(1);
    }

    @Test
    void whatCannotBeDoneIsRefusedAndNothingIsQueued() {
        ScriptedAgent agent = agent("refused", 4);
        for (int session = 1; session <= 600; session++) {
            agent.logon(session, "user" + session, "Active");
        }
        agent.report(first.client());
        Map<String, String> logoff = Map.of("action", "logoff");
        Map<String, String> all = Map.of("action", "logoff", "scope", "all");

        assertThat(act(agent, "sessions/601/action", logoff).status()).isEqualTo(404);
        assertThat(act(agent, "sessions/x/action", logoff).status()).isEqualTo(404);
        assertThat(act(agent, "sessions/2/action", Map.of("action", "kill")).status())
                .isEqualTo(400);
        assertThat(act(agent, "sessions/2/action", Map.of("action", "message")).status())
                .isEqualTo(400);
        assertThat(act(agent, "sessions/bulk", logoff).status()).isEqualTo(400);
        assertThat(act(agent, "restart", Map.of()).text("code")).isEqualTo("host_in_use");
        assertThat(commands(agent)).isEmpty();

        assertThat(act(agent, "sessions/bulk", all).json().path("command_ids")).hasSize(600);
        Answer full = act(agent, "sessions/bulk", all);
        assertThat(full.status()).isEqualTo(429);
        assertThat(full.text("code")).isEqualTo("too_many_commands");
        assertThat(database.query("SELECT count(*) FROM command WHERE agent_id = '" + agent.id() + "'"))
                .containsExactly("600");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void aForcedRestartIsToldOnceAndNeverAfterTheBoot(int protocol) {
        ScriptedAgent agent = agent("forced-" + protocol, protocol);
        agent.logon(2, "alice", "Active");
        agent.report(first.client());

        assertThat(act(agent, "restart", Map.of("force", true)).status()).isEqualTo(202);
        assertThat(awaitCommand(agent).path("action").asText()).isEqualTo("restart_server");
        agent.boot();

        assertThat(agent.listen(second.client()).path("commands")).isEmpty();
        await().atMost(PATIENCE)
                .until(() -> commands(agent).get(0).path("state").asText().equals("done"));
    }

    @Test
    void aHostDrainsRestartsAndComesBackAlthoughAnInstanceStopsInBetween() throws Exception {
        ScriptedAgent agent = agent("patched", 4);
        agent.logon(2, "alice", "Active");
        agent.logon(3, "bob", "Disconnected");
        try (BrokerInstance third = BrokerInstance.start(database.config())) {
            await().atMost(PATIENCE).until(() -> third.client().get("/readyz").status() == 200);
            agent.report(third.client());
            farm.awaitEligible(third.client(), eligible());
            Map<String, Object> drain = Map.of(
                    "mode", "drain", "reason", "patches", "restart_when_drained", true, "online_after_restart", true);
            Answer patched = third.client().operator("PATCH", "/api/v1/agents/" + agent.id() + "/control", drain);
            assertThat(patched.status()).as(patched.body()).isEqualTo(200);
        }
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(progress(agent).path("sessions_left").asInt())
                                .isEqualTo(2));
        assertThat(progress(agent).path("disconnected").asInt()).isEqualTo(1);
        assertThat(progress(agent).path("idle").asInt()).isEqualTo(1);
        assertThat(progress(agent).path("longest_idle_seconds").asInt()).isEqualTo(3600);
        assertThat(progress(agent).path("oldest_logon_at").asText()).isEqualTo("2026-03-02T09:00:00Z");
        assertThat(progress(agent).has("restart")).isFalse();

        act(agent, "sessions/bulk", Map.of("action", "logoff", "scope", "all"));
        awaitCommand(agent);
        agent.report(second.client());
        agent.report(second.client());
        assertThat(agent.done()).containsExactly("logoff", "logoff");
        assertThat(patch(agent, Map.of("tags", Map.of("rack", "7"))).status()).isEqualTo(200);

        assertThat(awaitCommand(agent).path("action").asText()).isEqualTo("restart_server");
        assertThat(progress(agent).path("restart").path("state").asText()).isEqualTo("delivered");
        agent.report(second.client());
        assertThat(agent.done()).containsExactly("logoff", "logoff", "restart_server");
        await().atMost(PATIENCE).until(() -> {
            agent.report(second.client());
            return shown(agent).path("mode").asText().equals("online");
        });

        assertThat(shown(agent).path("restart_when_drained").asBoolean()).isFalse();
        assertThat(shown(agent).path("tags").path("rack").asText()).isEqualTo("7");
        assertThat(agent.done()).containsExactly("logoff", "logoff", "restart_server");
        assertThat(audit(agent)).contains("restart", "restarted");
    }

    private static int eligible() {
        return Integer.parseInt(String.valueOf(database.query("SELECT count(*) FROM agent WHERE mode = 'online'")
                .get(0)));
    }

    private static ScriptedAgent agent(String name, int protocol) {
        return new ScriptedAgent(farm.add(name, OfficeFarm.ID), protocol);
    }

    /** Reports to the second instance until that has heard of a command. */
    private static JsonNode awaitCommand(ScriptedAgent agent) {
        return await().atMost(PATIENCE)
                .until(() -> agent.listen(second.client()).path("commands").path(0), told -> !told.isMissingNode());
    }

    private static Answer act(ScriptedAgent agent, String path, Map<String, ?> body) {
        return first.client().operator("POST", "/api/v1/agents/" + agent.id() + "/" + path, body);
    }

    private static Answer patch(ScriptedAgent agent, Map<String, ?> body) {
        return first.client().operator("PATCH", "/api/v1/agents/" + agent.id() + "/control", body);
    }

    private static JsonNode shown(ScriptedAgent agent) {
        return first.client().operatorGet("/api/v1/agents/" + agent.id()).json();
    }

    private static JsonNode progress(ScriptedAgent agent) {
        return shown(agent).path("drain");
    }

    private static JsonNode commands(ScriptedAgent agent) {
        return first.client()
                .operatorGet("/api/v1/agents/" + agent.id() + "/commands")
                .json()
                .path("items");
    }

    private static List<String> audit(ScriptedAgent agent) {
        return first.client()
                .operatorGet("/api/v1/audit?object_kind=agent&object_id=" + agent.id())
                .json()
                .path("items")
                .findValuesAsText("action");
    }
}
