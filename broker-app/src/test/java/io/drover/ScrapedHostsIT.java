package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.collect.CollectConfig;
import io.drover.collect.ExporterText;
import io.drover.collect.RealText;
import io.drover.collect.ServedExporter;
import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two instances scrape the exporters of two hosts that have no agent, and place users by what they see. */
class ScrapedHostsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String WELL = "rds-01.corp.example";
    private static final String SICK = "rds-02.corp.example";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    private static final ServedExporter well = new ServedExporter();
    private static final ServedExporter sick = new ServedExporter();

    @SuppressWarnings("NullAway.Init")
    private static ExporterText text;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance first;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance second;

    @BeforeAll
    static void start() throws Exception {
        ExporterText other = new ExporterText().hostname("rds-02").free(0.1e9);
        sick.says(() -> later(other));
        write(hosts());
        Path file = folder.resolve("hosts.yml");
        first = BrokerInstance.start(database.config(), CollectConfig.of(file));
        second = BrokerInstance.start(database.config(), CollectConfig.of(file));
        assertThat(first.client()
                        .operator("POST", "/api/v1/farms", Map.of("id", "office"))
                        .status())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
        well.close();
        sick.close();
    }

    @BeforeEach
    void aHostWithEveryTrap() throws IOException {
        ExporterText traps = new ExporterText()
                .session(4, "", "CORP\\alice", "disconnected")
                .session(5, "RDP-Tcp 7", "CORP\\bob", "active")
                .lastSessionTwice()
                .session(6, "", "", "disconnected");
        text = traps;
        well.says(() -> later(traps));
        write(hosts());
    }

    private static String later(ExporterText text) {
        return text.later(0.75, 0.25).toString();
    }

    private static String hosts() {
        return """
                defaults: { interval: 1s, timeout: 1s }
                hosts:
                  %s: { url: "%s", farm_ids: [office] }
                  %s: { url: "%s", farm_ids: [office], address: 10.9.8.7, port: 3390 }
                """.formatted(WELL, well.url(), SICK, sick.url());
    }

    private static void write(String text) throws IOException {
        Path next = Files.writeString(folder.resolve("hosts.yml.next"), text);
        Files.move(next, folder.resolve("hosts.yml"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static JsonNode agent(String name) {
        JsonNode all = first.client().operatorGet("/api/v1/agents").json().path("items");
        String id = all.valueStream()
                .filter(agent -> agent.path("hostname").asText().equals(name))
                .map(agent -> agent.path("id").asText())
                .findFirst()
                .orElse("none");
        return first.client().operatorGet("/api/v1/agents/" + id).json();
    }

    private static JsonNode scraped(BrokerInstance instance, String name) {
        return instance.client()
                .operatorGet("/api/v1/collector")
                .json()
                .path("hosts")
                .valueStream()
                .filter(host -> host.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> checks(JsonNode agent) {
        return agent.path("report").path("checks").findValuesAsText("name");
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).untilAsserted(assertion);
    }

    @Test
    void aUserIsPlacedByWhatTheExportersShow() {
        eventually(() -> {
            JsonNode host = agent(WELL);
            assertThat(host.path("online").asBoolean()).isTrue();
            assertThat(host.path("health_score").asInt()).isEqualTo(100);
            assertThat(host.path("cpu_percent").asDouble()).isEqualTo(25.0);
            assertThat(host.path("memory_used_percent").asDouble()).isEqualTo(25.0);
            assertThat(host.path("uptime_seconds").asLong()).isPositive();
            assertThat(host.path("sessions").findValuesAsText("user")).containsExactly("alice", "bob");
            assertThat(host.path("sessions").findValuesAsText("domain")).containsExactly("corp", "corp");
            assertThat(host.path("report").path("agent_version").asText()).isEqualTo("windows_exporter 0.31.3");
        });
        eventually(() -> {
            JsonNode host = agent(SICK);
            assertThat(host.path("health_score").asInt()).isEqualTo(40);
            assertThat(checks(host)).containsExactly("out-of-memory", "short-of-memory");
            assertThat(host.path("address").asText()).isEqualTo("10.9.8.7");
            assertThat(host.path("port").asInt()).isEqualTo(3390);
        });

        for (BrokerInstance instance : List.of(first, second)) {
            eventually(() -> {
                Answer carol = instance.client().resolve(Map.of("username", "carol", "farm_id", "office"));
                assertThat(carol.text("address")).as(carol.body()).isEqualTo(WELL);
                Answer alice = instance.client().resolve(Map.of("username", "CORP\\alice", "farm_id", "office"));
                assertThat(alice.reason()).isEqualTo("existing-session");
            });
        }
        Answer dora = first.client()
                .resolve(Map.of(
                        "username", "dora",
                        "farm_id", "office",
                        "exclude_agent_ids", List.of(agent(WELL).path("id").asText())));
        assertThat(dora.json().path("excluded").path("below-min-health").asInt())
                .isEqualTo(1);
    }

    @Test
    void oneInstanceScrapesAHostAtATime() {
        eventually(() -> {
            for (String name : List.of(WELL, SICK)) {
                assertThat(Stream.of(first, second)
                                .filter(instance -> scraped(instance, name)
                                        .path("scraped_here")
                                        .asBoolean()))
                        .hasSize(1);
            }
        });
    }

    @Test
    void sessionsStayWhileTheirCollectorFails() {
        eventually(() -> assertThat(agent(WELL).path("sessions")).hasSize(2));

        text.failing("terminal_services").nobody();

        eventually(() -> assertThat(checks(agent(WELL))).containsExactly("failed-collectors"));
        assertThat(agent(WELL).path("sessions")).hasSize(2);
        assertThat(agent(WELL).path("health_score").asInt()).isEqualTo(90);

        text.working();
        eventually(() -> assertThat(agent(WELL).path("sessions")).isEmpty());
    }

    @Test
    void whoeverWantsSomethingDoneThereHearsThatNobodyWouldDoIt() {
        eventually(() -> assertThat(agent(WELL).path("sessions")).hasSize(2));
        String path = "/api/v1/agents/" + agent(WELL).path("id").asText();

        Answer restart = first.client().operator("POST", path + "/restart", Map.of("force", true));
        assertThat(restart.status()).isEqualTo(409);
        assertThat(restart.text("code")).isEqualTo("takes_no_commands");
        Answer logoff =
                first.client().operator("POST", path + "/sessions/bulk", Map.of("action", "logoff", "scope", "all"));
        assertThat(logoff.text("code")).isEqualTo("takes_no_commands");
    }

    @Test
    void anExporterThatIsTooOldIsTold() {
        text.version("0.30.8");

        eventually(() -> {
            assertThat(checks(agent(WELL))).containsExactly("outdated-exporter");
            assertThat(agent(WELL).path("health_score").asInt()).isEqualTo(90);
        });
    }

    @Test
    void theTextsOfRealExportersAreReported() {
        well.says(() -> RealText.OUTDATED.text().replace("rdsh08", "rds-01"));
        eventually(() -> {
            assertThat(checks(agent(WELL))).containsExactly("outdated-exporter");
            assertThat(agent(WELL).path("sessions").findValuesAsText("user")).containsExactly("carol", "dave");
        });

        well.says(() -> RealText.CURRENT.text().replace("RDSH07", "RDS-01"));
        eventually(() -> {
            JsonNode host = agent(WELL);
            assertThat(checks(host)).isEmpty();
            assertThat(host.path("health_score").asInt()).isEqualTo(100);
            assertThat(host.path("memory_used_percent").asDouble()).isEqualTo(31.25);
            assertThat(host.path("quarantined").asBoolean()).isFalse();
            assertThat(host.path("sessions").findValuesAsText("user"))
                    .containsExactlyInAnyOrder("alice", "bob", "jörg.müller", "administrateur");
        });
    }

    @Test
    void aFileThatIsWrongIsToldAndChangesNothing() throws IOException {
        eventually(() -> assertThat(agent(WELL).path("online").asBoolean()).isTrue());
        write(hosts().replace("farm_ids", "farm_idz"));

        eventually(() -> assertThat(first.client()
                        .operatorGet("/api/v1/collector")
                        .json()
                        .path("problems")
                        .path(0)
                        .asText())
                .contains("hosts.yml:3:", "farm_idz: unknown key; did you mean \"farm_ids\"?"));
        int asked = well.asked().size();
        eventually(() -> assertThat(well.asked()).hasSizeGreaterThan(asked + 1));
    }

    @Test
    void whatTheFileSaysAnewIsGivenToTheAgentAndNothingElse() throws IOException {
        eventually(() -> assertThat(agent(SICK).path("online").asBoolean()).isTrue());
        String path = "/api/v1/agents/" + agent(SICK).path("id").asText() + "/control";
        first.client().operator("PATCH", path, Map.of("tags", Map.of("role", "erp"), "max_sessions", 7));

        write(hosts().replace("port: 3390", "port: 3391"));

        eventually(() -> assertThat(agent(SICK).path("port").asInt()).isEqualTo(3391));
        assertThat(agent(SICK).path("tags").path("role").asText()).isEqualTo("erp");
        assertThat(agent(SICK).path("max_sessions").asInt()).isEqualTo(7);
    }

    @Test
    void anotherMachineAtTheAddressGetsNobody() {
        eventually(() -> assertThat(agent(WELL).path("online").asBoolean()).isTrue());
        text.hostname("intruder");

        eventually(() -> assertThat(
                        agent("intruder.corp.example").path("quarantined").asBoolean())
                .isTrue());

        text.hostname("rds-01");
        eventually(() -> assertThat(agent(WELL).path("quarantined").asBoolean()).isTrue());
        String path = "/api/v1/agents/" + agent(WELL).path("id").asText() + "/control";
        eventually(() -> {
            first.client().operator("PATCH", path, Map.of("mode", "online"));
            assertThat(agent(WELL).path("quarantined").asBoolean()).isFalse();
        });
    }

    @Test
    void aHostThatVanishesFromTheFileIsAskedNoMore() throws IOException {
        eventually(() -> assertThat(scraped(first, SICK)).isNotNull());
        write(hosts().lines().filter(line -> !line.contains(SICK)).reduce("", (a, b) -> a + b + "\n"));

        eventually(() -> assertThat(Stream.of(first, second)
                        .map(instance -> instance.client()
                                .operatorGet("/api/v1/collector")
                                .json()
                                .path("hosts")
                                .size()))
                .containsOnly(1));
        int asked = sick.asked().size();
        int others = well.asked().size();
        eventually(() -> assertThat(well.asked()).hasSizeGreaterThan(others + 3));
        assertThat(sick.asked().size()).isLessThanOrEqualTo(asked + 1);
    }

    @Test
    void anInstanceThatIsDeadIsTakenOverFrom() {
        eventually(() -> assertThat(agent(WELL).path("online").asBoolean()).isTrue());
        database.execute("INSERT INTO collector VALUES ('dead', clock_timestamp() + interval '5 seconds')");
        database.execute("UPDATE collected_host SET held_by = 'dead'");

        eventually(() -> assertThat(Stream.of(first, second)
                        .filter(instance ->
                                scraped(instance, WELL).path("scraped_here").asBoolean()))
                .isEmpty());
        eventually(() -> assertThat(Stream.of(first, second)
                        .filter(instance ->
                                scraped(instance, WELL).path("scraped_here").asBoolean()))
                .hasSize(1));
    }
}
