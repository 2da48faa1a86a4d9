package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.RunningBroker;
import io.drover.database.DatabaseConfig;
import io.drover.http.HttpCalls.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SnapshotCommandIT {

    @TempDir
    private Path folder;

    @Test
    @Timeout(120)
    void theLiveFleetDropsStraightIntoASuite() throws Exception {
        Path fleet = folder.resolve("fleets/live.yml");
        try (RunningBroker broker = RunningBroker.start(
                DatabaseConfig.embeddedIn(
                        folder.resolve("postgres"),
                        Path.of("target", "postgres-binaries").toAbsolutePath()),
                folder.resolve("keys.yml"))) {
            String[] snapshot = {
                "snapshot",
                "--output",
                fleet.toString(),
                "--server",
                "http://127.0.0.1:" + broker.port(),
                "--key-file",
                Files.writeString(folder.resolve("key"), broker.adminKey()).toString()
            };
            assertThat(CommandLineRun.of(snapshot).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
            host(broker, "RDS-01", 40);
            Answer placed =
                    broker.post("/api/v1/broker/resolve", broker.brokerKey(), "{\"username\": \"CORP\\\\alice\"}");
            assertThat(placed.status()).as(placed.text()).isEqualTo(200);
            host(broker, "RDS-02", 5);
            await().until(() -> broker.get("/api/v1/agents", broker.adminKey())
                            .body()
                            .findValues("health_score")
                            .size()
                    == 2);

            CommandLineRun run = CommandLineRun.of(snapshot);
            assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        }

        Files.writeString(folder.resolve("live.scenarios.yml"), """
                suite: As it was
                fleet: fleets/live.yml
                scenarios:
                  - name: Alice has her lease
                    when: { username: 'CORP\\alice' }
                    then: { agent: rds-01, reason: existing-lease }
                  - name: Bob goes to the quieter host
                    when: { username: bob }
                    then: { agent: rds-02, reason: load-balance }
                """);
        CommandLineRun test =
                CommandLineRun.of("test", folder.resolve("live.scenarios.yml").toString(), "--rules", "../rules");
        assertThat(test.exit()).as(test.out() + test.err()).isEqualTo(ExitCode.OK);
    }

    private static void host(RunningBroker broker, String name, int cpu) {
        Answer enrolled = broker.send(broker.request("/api/v1/agents/enroll")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"enrollment_token\": \"" + broker.enrollmentToken()
                        + "\", \"name\": \"" + name + "\", \"machine_id\": \"" + name + "\"}")));
        Answer beat = broker.send(broker.request(
                        "/api/v1/agents/heartbeat",
                        enrolled.body().path("token").asText())
                .header("X-Agent-ID", enrolled.body().path("agent_id").asText())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"protocol_version\": 4, \"health\": {\"score\": 95}, "
                        + "\"server\": {\"hostname\": \"" + name + "\", \"cpu_percent\": " + cpu + "}}")));
        assertThat(beat.status()).as(beat.text()).isEqualTo(200);
    }
}
