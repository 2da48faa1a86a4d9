package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.RunningBroker;
import io.drover.http.HttpCalls;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The verbs about the policy against a broker with the shipped rules. */
class PolicyCommandIT {

    /** Most questions for what is done when the broker starts. */
    private static final int PATIENCE = 10_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static String decisionId;

    @BeforeAll
    @Timeout(120)
    static void start() throws Exception {
        broker = RunningBroker.startIn(folder, candidate());
        Files.writeString(folder.resolve("key"), broker.adminKey() + "\n");
        host("rds-01", 10);
        host("rds-02", 50);
        decisionId = place("CORP\\\\alice");
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void itShowsWhichRulesDecide() throws Exception {
        CommandLineRun text = policy("status");
        CommandLineRun json = policy("status", "--json");

        assertThat(text.exit()).as(text.err()).isEqualTo(ExitCode.OK);
        JsonNode status = new ObjectMapper().readTree(json.out());
        assertThat(status.path("rules").size()).isGreaterThan(20);
        assertThat(text.out())
                .startsWith("Revision " + status.path("revision").asText() + " decides since ")
                .contains("by rules folder", status.path("rules").size() + " rules");
    }

    @Test
    void aCheckSaysThatTheRulesAreGood() {
        CommandLineRun run = policy("check");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains(" is good: ", "It decides already.");
    }

    @Test
    void aReloadOfTheSameRulesChangesNothing() {
        CommandLineRun run = policy("reload");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("by rules folder");
    }

    @Test
    void withoutEarlierRulesThereIsNothingToGoBackTo() {
        CommandLineRun run = policy("rollback");
        CommandLineRun named = policy("rollback", "000000000000");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).startsWith("The broker says: no other rules are kept");
        assertThat(named.err()).contains("no rules of revision 000000000000 are kept");
    }

    @Test
    void itListsTheRevisionsThatDecided() {
        CommandLineRun run = policy("revisions");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines()).hasSize(2).first().asString().startsWith("REVISION ");
        assertThat(run.out()).contains("rules folder");
    }

    @Test
    void aCandidateThatDoesNotCompileIsNoSuccess() {
        CommandLineRun run = policy("shadow");
        for (int n = 0; run.exit() == ExitCode.OK && n < PATIENCE; n++) {
            run = policy("shadow");
        }

        assertThat(run.exit()).as(run.out()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.out()).contains("The candidate is not tried:", "nonsense.drl:1");
    }

    private static Path candidate() throws IOException {
        Path candidate = Files.createDirectories(folder.resolve("candidate"));
        Files.writeString(candidate.resolve("nonsense.drl"), "nonsense");
        return candidate;
    }

    @Test
    void withoutAVerbItSaysWhichThereAre() {
        CommandLineRun run = CommandLineRun.of("policy");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("rollback");
    }

    @Test
    void recordedDecisionsAreMadeAgainByOtherRules() throws Exception {
        CommandLineRun same = drover("replay", "--against", "../rules", "--since", "1h", "--max-change", "0%");
        Files.createDirectories(folder.resolve("next"));
        try (Stream<Path> shipped = Files.list(Path.of("../rules"))) {
            for (Path file : shipped.filter(Files::isRegularFile).toList()) {
                Files.copy(
                        file, folder.resolve("next").resolve(file.getFileName().toString()));
            }
        }
        Files.writeString(folder.resolve("next/ours.drl"), """
                package drover
                import io.drover.policy.fact.*
                rule "Busy hosts are closed" @id("busy") @stage(filter) @doc("test")
                when $agent : Agent( cpu_percent < 20 )
                then $agent.exclude( "idle", Bars.NEW_SESSION, "test" ); end
                """);
        String next = folder.resolve("next").toString();
        CommandLineRun other = drover("replay", "--against", next, "--max-change", "0.5%");
        CommandLineRun allowed = drover("replay", "--against", next, "--json");

        assertThat(same.exit()).as(same.err()).isEqualTo(ExitCode.OK);
        assertThat(same.out()).startsWith("1 decisions made again").contains("0 come out otherwise");
        assertThat(other.exit()).isEqualTo(ExitCode.BELOW_THRESHOLD);
        assertThat(other.out())
                .contains("other_host", "rule busy (custom:idle) excludes", decisionId)
                .contains("alice: rds-01 (load-balance) -> rds-02 (load-balance)");
        assertThat(allowed.exit()).isEqualTo(ExitCode.OK);
        assertThat(new ObjectMapper()
                        .readTree(allowed.out())
                        .at("/changes/0/count")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aReplayWithoutDecisionsOrWithANonsensicalOptionSaysSo() {
        CommandLineRun nothing = drover("replay", "--against", "../rules", "--since", "2030-01-01T00:00:00Z");
        CommandLineRun since = drover("replay", "--against", "../rules", "--since", "yesterday");
        CommandLineRun most = drover("replay", "--against", "../rules", "--max-change", "200%");
        CommandLineRun folderless = drover("replay", "--against", "no-such-rules");

        assertThat(nothing.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
        assertThat(List.of(since.exit(), most.exit(), folderless.exit())).containsOnly(ExitCode.USAGE);
        assertThat(folderless.err()).contains("no-such-rules");
    }

    @Test
    void aDecisionBecomesAScenarioThatPasses() throws Exception {
        Path file = folder.resolve("captured.scenarios.yml");
        CommandLineRun run = drover("capture", decisionId, "--rules", "../rules", "--out", file.toString());
        CommandLineRun again = drover("capture", decisionId, "--rules", "../rules", "--out", file.toString());
        CommandLineRun test = CommandLineRun.of("test", "--rules", "../rules", file.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file))
                .contains("username: domain-1\\user-1", "reason: load-balance", "cpu_percent: 50.0")
                .doesNotContain("alice", "CORP", "corp", "rds-0");
        assertThat(test.exit()).as(test.out()).isEqualTo(ExitCode.OK);
        assertThat(test.out()).contains("1 passed");
        assertThat(again.exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void whatCannotBeCapturedIsSaid() {
        CommandLineRun unknown = drover("capture", "nothing", "--rules", "../rules");

        assertThat(unknown.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(unknown.err()).contains("There is no decision nothing.");
    }

    private static void host(String name, int cpu) {
        HttpCalls.Answer enrolled = broker.send(broker.request("/api/v1/agents/enroll")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"enrollment_token\": \"" + broker.enrollmentToken()
                        + "\", \"name\": \"" + name + "\", \"machine_id\": \"" + name + "\"}")));
        HttpCalls.Answer beat = broker.send(broker.request(
                        "/api/v1/agents/heartbeat",
                        enrolled.body().path("token").asText())
                .header("X-Agent-ID", enrolled.body().path("agent_id").asText())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"protocol_version\": 4, \"health\": {\"score\": 95}, "
                        + "\"server\": {\"hostname\": \"" + name + "\", \"cpu_percent\": " + cpu + "}}")));
        assertThat(beat.status()).as(beat.text()).isEqualTo(200);
    }

    private static String place(String user) {
        HttpCalls.Answer placed =
                broker.post("/api/v1/broker/resolve", broker.brokerKey(), "{\"username\": \"" + user + "\"}");
        assertThat(placed.status()).as(placed.text()).isEqualTo(200);
        String id = placed.body().path("decision_id").asText();
        while (broker.get("/api/v1/decisions/" + id, broker.adminKey()).status() != 200) {
            LockSupport.parkNanos(10_000_000);
        }
        return id;
    }

    private static CommandLineRun policy(String... arguments) {
        return drover(Stream.concat(Stream.of("policy"), Stream.of(arguments)).toArray(String[]::new));
    }

    private static CommandLineRun drover(String... arguments) {
        return CommandLineRun.of(Stream.concat(
                        Stream.of(arguments),
                        Stream.of(
                                "--server",
                                "http://127.0.0.1:" + broker.port(),
                                "--key-file",
                                folder.resolve("key").toString()))
                .toArray(String[]::new));
    }
}
