package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.drover.database.DatabaseExtension;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The agent for Linux, run as it is shipped against a broker. */
@EnabledOnOs(OS.LINUX)
class LinuxAgentIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final JsonMapper JSON = new JsonMapper();

    @SuppressWarnings("NullAway.Init")
    private static Path python;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> found = LinuxAgent.python();
        assumeTrue(found.isPresent(), "python3 (3.9 or later) is not installed, so the agent for Linux is not tested");
        python = found.orElseThrow();
        broker = BrokerInstance.start(database.config());
        OfficeFarm.create(broker.client(), 0);
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void aHostEnrolsTakesUsersObeysAndRestarts() throws Exception {
        try (LinuxAgent agent = new LinuxAgent(python, home, broker.port(), "xrdp-01")) {
            long session = agent.logon();
            String said = agent.run(0, "--once");
            JsonNode kept = JSON.readTree(agent.kept("identity.json"));
            String id = kept.path("agent_id").asText();
            assertThat(agent.permissions("identity.json")).isEqualTo("rw-------");
            assertThat(said).doesNotContain(kept.path("token").asText(), BrokerInstance.ENROLLMENT_KEY);
            done(control(id, Map.of("farm_ids", List.of(OfficeFarm.ID))));

            Answer placed = await().atMost(PATIENCE).until(() -> place("zoe"), Answer::placed);
            assertThat(placed.agentId()).isEqualTo(id);
            JsonNode row = await().atMost(PATIENCE).until(() -> row(id, session), JsonNode::isObject);
            assertThat(row.path("state").asText()).isEqualToIgnoringCase("active");
            assertThat(row.path("user").asText()).isEqualToIgnoringCase(System.getProperty("user.name"));
            awaitScore(id, 100);

            act(
                    id,
                    "sessions/" + session + "/action",
                    Map.of("action", "message", "title", "IT", "message", "-Save <b>"));
            act(id, "sessions/" + session + "/action", Map.of("action", "disconnect"));
            agent.run(0, "--once");
            assertThat(agent.called("zenity"))
                    .isEqualTo(":" + agent.display() + "\n--info\n--no-markup\n--title=IT\n--text=-Save <b>\n");
            assertThat(agent.called("vncconfig")).isEqualTo("-disconnect\n");
            assertThat(states(id)).containsExactly("done", "done");

            agent.disconnect();
            assertThat(agent.inSession()).isTrue();
            act(id, "sessions/" + session + "/action", Map.of("action", "logoff"));
            agent.run(0, "--once");
            assertThat(agent.inSession()).isFalse();
            assertThat(states(id)).containsExactly("done", "done", "done");
            await().atMost(PATIENCE).until(() -> row(id, session).isMissingNode());

            act(id, "restart", Map.of("force", true));
            agent.run(0, "--once");
            assertThat(agent.called("shutdown")).isEqualTo("-r +1\n");
            awaitScore(id, 0);
            agent.boot("second boot");
            agent.run(0, "--once");
            assertThat(agent.called("shutdown")).isEmpty();
            awaitScore(id, 100);
            assertThat(states(id)).containsOnly("done");
        }
    }

    /** Whoever has a session says where its display's key is; the agent may read what that user may not. */
    @Test
    void theAgentReadsNobodyElsesKeysAndWaitsForNoPipe() throws Exception {
        Path key = Files.write(home.resolve("key"), xauthority());
        Path pipe = home.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThat(LinuxAgent.script(python, """
                import sys
                class Session:
                    def __init__(self, path, uid):
                        self.path, self.uid, self.display = path, uid, 7
                    def authority(self):
                        return self.path
                key, pipe, own = sys.argv[1], sys.argv[2], os.geteuid()
                print(agent.x_cookie(Session(key, own)), agent.x_cookie(Session(key, own + 1)), agent.x_cookie(Session(pipe, own)))
                """, key.toString(), pipe.toString()))
                .isEqualTo("b'KEY' b'' b''\n");
    }

    @Test
    void anXServerThatTricklesDoesNotHoldTheAgentUp() throws Exception {
        assertThat(LinuxAgent.script(python, """
                import socket, threading, time
                ours, theirs = socket.socketpair()
                def trickle():
                    try:
                        while True:
                            theirs.sendall(b"x")
                            time.sleep(0.05)
                    except OSError:
                        pass
                threading.Thread(target=trickle, daemon=True).start()
                try:
                    agent.exactly(ours, 1000, time.monotonic() + 0.3)
                except OSError as error:
                    print(error)
                ours.close()
                """)).isIn("the X server takes too long\n", "timed out\n");
    }

    /** One entry of the display 7: any address, and the key. */
    private static byte[] xauthority() {
        ByteBuffer entry = ByteBuffer.allocate(64).putShort((short) 0xffff);
        for (String part : List.of("", "7", "MIT-MAGIC-COOKIE-1", "KEY")) {
            entry.putShort((short) part.length()).put(part.getBytes(StandardCharsets.US_ASCII));
        }
        return Arrays.copyOf(entry.array(), entry.position());
    }

    @Test
    void aLostTokenIsReplacedInQuarantineAndADeletedAgentStaysAway() throws Exception {
        try (LinuxAgent agent = new LinuxAgent(python, home, broker.port(), "xrdp-02")) {
            agent.run(0, "--once");
            String id =
                    JSON.readTree(agent.kept("identity.json")).path("agent_id").asText();
            assertThat(shown(id).path("quarantined").asBoolean()).isFalse();

            agent.forget();
            agent.run(0, "--once");

            assertThat(JSON.readTree(agent.kept("identity.json"))
                            .path("agent_id")
                            .asText())
                    .isEqualTo(id);
            assertThat(shown(id).path("quarantined").asBoolean()).isTrue();
            assertThat(shown(id).path("mode").asText()).isEqualTo("maintenance");

            done(broker.client().operatorDelete("/api/v1/agents/" + id));
            assertThat(agent.run(1, "--once")).contains("401 invalid_credential", "drover-agent --enroll");
            assertThat(broker.client().operatorGet("/api/v1/agents/" + id).status())
                    .isEqualTo(404);
        }
    }

    private static Answer place(String user) {
        return broker.client().resolve(Map.of("username", user, "farm_id", OfficeFarm.ID));
    }

    private static Answer control(String id, Map<String, ?> change) {
        return broker.client().operator("PATCH", "/api/v1/agents/" + id + "/control", change);
    }

    private static void act(String id, String path, Map<String, ?> body) {
        done(broker.client().operator("POST", "/api/v1/agents/" + id + "/" + path, body));
    }

    private static JsonNode shown(String id) {
        return broker.client().operatorGet("/api/v1/agents/" + id).json();
    }

    /** Heartbeats are written in batches, so what operators see of one comes a moment later. */
    private static void awaitScore(String id, int score) {
        await().atMost(PATIENCE).until(() -> shown(id).path("health_score").asInt(-1), shown -> shown == score);
    }

    private static JsonNode row(String id, long session) {
        return shown(id)
                .path("sessions")
                .valueStream()
                .filter(row -> row.path("id").asLong() == session)
                .findFirst()
                .orElse(JSON.missingNode());
    }

    private static List<String> states(String id) {
        return broker.client()
                .operatorGet("/api/v1/agents/" + id + "/commands")
                .json()
                .path("items")
                .findValuesAsText("state");
    }

    private static void done(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
    }
}
