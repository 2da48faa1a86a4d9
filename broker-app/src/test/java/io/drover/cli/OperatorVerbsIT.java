package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.RunningBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators' verbs, against a running broker with two hosts. */
class OperatorVerbsIT {

    private static final String FLEET = """
            farms:
              office: { name: Office, required_tags: { role: office } }
            resources:
              desktop: { farm_id: office, guacamole_connection_name: Office Desktop }
            agents:
              rds-01: { mode: online, tags: { role: office } }
              RDS-02: { mode: online, tags: { role: office }, weight: 150 }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker.Machine second;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker.Machine busy;

    private static final String ACTIVE =
            "{\"id\": 2, \"state\": \"Active\", \"user\": \"alice\", \"logon_at\": \"2026-03-02T08:00:00Z\"}";
    private static final String DISCONNECTED =
            "{\"id\": 3, \"state\": \"Disconnected\", \"user\": \"bob\", \"idle_seconds\": 2710,"
                    + " \"logon_at\": \"2026-03-02T07:00:00Z\"}";

    @BeforeAll
    static void start() throws Exception {
        broker = RunningBroker.startIn(folder);
        Files.writeString(folder.resolve("key"), broker.adminKey() + "\n");
        broker.host("rds-01", 0);
        second = broker.host("rds-02", 0);
        busy = broker.enrol("rds-03");
        beat();
    }

    @BeforeEach
    void asTheFileSays() throws IOException {
        assertThat(apply(FLEET, "--prune", "--force").exit()).isEqualTo(ExitCode.OK);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void appliedTwiceAFileChangesNothing() throws IOException {
        CommandLineRun again = apply(FLEET, "--prune");

        assertThat(again.exit()).as(again.err()).isEqualTo(ExitCode.OK);
        assertThat(again.out().strip()).isEqualTo("Nothing to change.");
    }

    @Test
    void aDryRunSaysWhatWouldChangeAndChangesNothing() throws IOException {
        String changed = """
                farms:
                  office: { description: Ground floor }
                  lab: {}
                agents:
                  rds-02: { weight: 100, max_sessions: 20 }
                """;

        CommandLineRun dry = apply(changed, "--dry-run", "--prune");

        assertThat(dry.exit()).as(dry.err()).isEqualTo(ExitCode.OK);
        assertThat(dry.out()).isEqualToNormalizingNewlines("""
                + farm lab
                ~ farm office
                    description: "" -> "Ground floor"
                ~ agent rds-02
                    weight: 150 -> 100
                    max_sessions: none -> 20
                - resource desktop
                4 to change.
                """);
        assertThat(apply(FLEET, "--prune").out()).contains("Nothing to change.");
    }

    @Test
    void whatAFileLeavesOutStays() throws IOException {
        apply("farms: { office: { description: Ground floor } }");

        JsonNode farm = broker.get("/api/v1/farms/office", broker.adminKey()).body();
        assertThat(farm.path("description").asText()).isEqualTo("Ground floor");
        assertThat(farm.path("required_tags").path("role").asText()).isEqualTo("office");
        assertThat(farm.path("name").asText()).isEqualTo("Office");
    }

    @Test
    void anExportAppliedToTheSameBrokerChangesNothing() throws IOException {
        run("agents", "drain", "rds-01", "--reason", "no: on", "--until", "2100-01-01T00:00:00Z");

        CommandLineRun exported = run("export");

        assertThat(exported.exit()).as(exported.err()).isEqualTo(ExitCode.OK);
        assertThat(exported.out()).contains("office:", "desktop:", "rds-01:", "mode: drain", "weight: 150");
        assertThat(apply(exported.out(), "--prune").out().strip()).isEqualTo("Nothing to change.");
    }

    @Test
    void textsThatLookLikeSomethingElseAreExportedAsTexts() throws IOException {
        apply("""
                farms: { 007: { name: "0x1F", description: ".inf", required_tags: { 1e3: "1e3" } } }
                resources: { "1.0": { name: "~", farm_id: "007", guacamole_connection_name: "0o7" } }
                """);

        CommandLineRun exported = run("export");

        assertThat(exported.out()).contains("\"007\":", "name: \"0x1F\"", "\"1e3\": \"1e3\"");
        assertThat(apply(exported.out(), "--prune").out().strip()).isEqualTo("Nothing to change.");
    }

    @Test
    void everyProblemOfAFileIsNamedAndNothingIsDone() throws IOException {
        CommandLineRun run = apply("""
                farms:
                  lab: { strategy: 7, colour: red }
                  office: { name: null }
                agents:
                  rds-01: { mode: sleeping }
                hosts: {}
                """);

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains(
                        "farms.lab.strategy: must be text", "farms.lab.colour: ", "farms.office.name: must not be null")
                .contains("agents.rds-01.mode: ", "hosts: there is no such part");
        assertThat(run.out()).isEmpty();
        assertThat(broker.get("/api/v1/farms/lab", broker.adminKey()).status()).isEqualTo(404);
    }

    @Test
    void aFileThatNamesAnUnknownHostChangesNothing() throws IOException {
        CommandLineRun run = apply("farms: { lab: {} }\nagents: { rds-09: { mode: drain } }\n");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("agents.rds-09: no such agent has enrolled");
        assertThat(broker.get("/api/v1/farms/lab", broker.adminKey()).status()).isEqualTo(404);
    }

    @Test
    void aRefusalTellsHowFarItWent() throws IOException {
        CommandLineRun run = apply("""
                farms: { lab: { required_tags: { role: lab } } }
                resources: { second: { farm_id: lab, guacamole_connection_name: office desktop } }
                """);

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).startsWith("1 of 2 changes were made, then resource second failed. The broker says: ");
    }

    @Test
    void aBrokerThatGoesAwayMeanwhileIsNoReasonNotToTellHowFarItWent() throws IOException {
        Path file = Files.writeString(folder.resolve("two.yml"), "farms: { lab: {}, yard: {} }");
        try (FailingLine line = new FailingLine(broker.port(), 1)) {
            CommandLineRun run = CommandLineRun.of(
                    "apply",
                    "-f",
                    file.toString(),
                    "--server",
                    "http://127.0.0.1:" + line.port(),
                    "--key-file",
                    folder.resolve("key").toString());

            assertThat(run.exit()).isEqualTo(ExitCode.UNREACHABLE);
            assertThat(run.err()).startsWith("1 of 2 changes were made, then farm yard failed. The broker at ");
        }
        assertThat(run("farms").out()).contains("lab").doesNotContain("yard");
    }

    @Test
    void textThatIsNoYamlIsRefusedWithItsPlace() throws IOException {
        assertThat(apply("farms: [").err()).contains("not YAML", "line 1");
        assertThat(apply("farms: {a: {}, a: {}}").err()).contains("not YAML", "duplicate");
        assertThat(apply("").err()).contains("must be a map");
        assertThat(run("apply", "-f", folder.resolve("none.yml").toString()).err())
                .contains("There is no file");
    }

    @Test
    void aHostIsDrainedByItsNameAndComesBack() {
        CommandLineRun drained = run("agents", "drain", "RDS-01", "--reason", "new disk");
        assertThat(drained.out().strip()).isEqualTo("rds-01 is in mode drain.");
        assertThat(run("agents", "list", "--mode", "drain").out())
                .contains("rds-01", "new disk")
                .doesNotContain("rds-02");
        assertThat(run("agents", "show", "rds-01").out()).contains("hostname: rds-01", "mode: drain");

        assertThat(run("agents", "online", "rds-01").out().strip()).isEqualTo("rds-01 is in mode online.");
        assertThat(run("agents", "list", "--mode", "drain").out().lines().toList())
                .hasSize(1);
    }

    @Test
    void theLastHostOfAFarmNeedsForce() {
        theSecondIsWell();
        run("agents", "maintenance", "rds-01");

        CommandLineRun refused = run("agents", "maintenance", "rds-02");
        assertThat(refused.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).contains("office");

        assertThat(run("agents", "maintenance", "rds-02", "--force").exit()).isEqualTo(ExitCode.OK);
    }

    @Test
    void policiesOfFarmsAndOfEverybodyAreAppliedExportedAndTakenAway() throws IOException {
        String policies = """
                farms: { office: { policy: { cleanup: { enabled: true, grace_seconds: 300 } } } }
                agent_policy: { cleanup: { enabled: false }, rate: 1.5, words: [a, null] }
                """;

        CommandLineRun dry = apply(policies, "--dry-run");
        assertThat(dry.out()).isEqualToNormalizingNewlines("""
                ~ farm office
                    policy: none -> {"cleanup":{"enabled":true,"grace_seconds":300}}
                + agent policy of everybody
                    policy: none -> {"cleanup":{"enabled":false},"rate":1.5,"words":["a",null]}
                2 to change.
                """);
        assertThat(run("export").out()).doesNotContain("agent_policy");
        assertThat(apply(policies).exit()).isEqualTo(ExitCode.OK);
        String exported = run("export").out();
        assertThat(exported).contains("agent_policy:", "grace_seconds: 300");
        assertThat(apply(exported, "--prune").out().strip()).isEqualTo("Nothing to change.");
        assertThat(policyOf("rds-01").path("source").asText()).isEqualTo("farm");

        CommandLineRun away = apply("farms: { office: { policy: null } }\nagent_policy: null\n");

        assertThat(away.out()).contains("    policy: {\"cleanup\":{", "- agent policy of everybody");
        assertThat(policyOf("rds-01").path("source").asText()).isEqualTo("none");
        assertThat(apply("agent_policy: null").out().strip()).isEqualTo("Nothing to change.");
        assertThat(apply("agent_policy: [a]").err()).contains("agent_policy: must be a map");
    }

    private static JsonNode policyOf(String hostname) throws IOException {
        JsonNode agents =
                new ObjectMapper().readTree(run("agents", "list", "--json").out());
        for (JsonNode agent : agents) {
            if (agent.path("hostname").asText().equals(hostname)) {
                return broker.get("/api/v1/agents/" + agent.path("id").asText() + "/policy", broker.adminKey())
                        .body();
            }
        }
        throw new IllegalStateException(hostname);
    }

    @Test
    void commandsAreQueuedForSessionsAndListed() {
        beat(ACTIVE, DISCONNECTED);

        assertThat(run("agents", "message", "rds-03", "Save your work", "--title", "Soon", "--sessions", "all")
                        .out()
                        .strip())
                .isEqualTo("2 commands wait for rds-03.");
        assertThat(run("agents", "disconnect", "rds-03", "--session", "2").out())
                .startsWith("Command ")
                .contains(" waits for rds-03 until ");
        assertThat(run("agents", "logoff", "rds-03", "--sessions", "disconnected")
                        .out()
                        .strip())
                .isEqualTo("1 command waits for rds-03.");
        CommandLineRun inUse = run("agents", "restart", "rds-03");
        assertThat(inUse.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(inUse.err()).contains("takes users");
        assertThat(run("agents", "restart", "rds-03", "--force").out()).startsWith("Command ");

        CommandLineRun list = run("agents", "commands", "rds-03", "--state", "waiting");

        assertThat(list.out()).startsWith("CREATED").contains("message", "disconnect", "logoff", "restart_server");
        assertThat(list.out().lines().count()).isEqualTo(6);
        assertThat(run("agents", "commands", "rds-03", "--state", "done").out().lines())
                .hasSize(1);
        assertThat(run("agents", "commands", "rds-03", "--state", "lost").exit())
                .isEqualTo(ExitCode.FAILED);
        assertThat(run("agents", "logoff", "rds-03").err()).contains("--session");
        assertThat(run("agents", "logoff", "rds-03", "--session", "2", "--sessions", "all")
                        .exit())
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("agents", "logoff", "rds-03", "--session", "77").exit()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void loadIsShownWithOneDigit() {
        var answer = broker.beat(busy, """
                {"protocol_version": 4, "health": {"score": 95}, "sessions": [], "server": {"hostname": "rds-03",
                 "cpu_percent": 12.345678, "memory_total": 3000, "memory_available": 2000}}
                """);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);

        assertThat(run("agents").out()).containsPattern("rds-03 +online +95 +12\\.3 +33\\.3 ");
    }

    @Test
    void aFileThatSetsAHostOnlineSaysWhetherItRestartsAfterTheNextDrain() throws IOException {
        run("agents", "drain", "rds-01", "--restart");
        String wanted = "agents: { rds-01: { mode: online, restart_when_drained: true } }";

        assertThat(apply(wanted).out()).contains("mode: \"drain\" -> \"online\"");

        assertThat(apply(wanted).out().strip()).isEqualTo("Nothing to change.");
        run("agents", "online", "rds-01");
        assertThat(run("agents", "show", "rds-01").out()).contains("restart_when_drained: false");
    }

    @Test
    void aFileThatChangesTheModeKeepsWhatItSaysBesides() throws IOException {
        String maintenance = """
                agents:
                  rds-01: { mode: maintenance, reason: new disk, owner: carol, until: "2100-01-01T00:00:00Z" }
                """;
        String drain = maintenance.replace("maintenance", "drain");
        apply(maintenance);

        assertThat(apply(drain).out()).contains("mode: \"maintenance\" -> \"drain\"");

        assertThat(run("agents", "show", "rds-01").out())
                .contains("mode: drain", "reason: new disk", "owner: carol", "until: 2100-01-01T00:00:00Z");
        assertThat(apply(drain).out().strip()).isEqualTo("Nothing to change.");
    }

    @Test
    void anEndIsAMomentHoweverItIsWritten() throws IOException {
        String drain = "agents: { rds-01: { mode: drain, until: \"2100-01-01T01:00:00.0000001+01:00\" } }";
        apply(drain);

        assertThat(apply(drain).out().strip()).isEqualTo("Nothing to change.");
        assertThat(apply(drain.replace("T01:00", "T01:30")).out())
                .contains("until: \"2100-01-01T00:00:00Z\" -> \"2100-01-01T01:30:00.0000001+01:00\"");
    }

    @Test
    void aDrainIsWatchedUntilTheHostIsEmpty() throws Exception {
        beat(ACTIVE, DISCONNECTED);
        run("agents", "drain", "rds-03");

        assertThat(run("agents", "progress", "rds-03").out())
                .startsWith("rds-03 is in mode drain: 2 sessions left (1 disconnected, 1 idle), 0 users on the way,"
                        + " the oldest since 2026-03-02T07:00:00Z, idle for 45 minutes at most.");
        CommandLineRun tooLong = run("agents", "progress", "rds-03", "--timeout", "0");
        assertThat(tooLong.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(tooLong.out()).contains("Not empty after 0 seconds.");

        CompletableFuture<CommandLineRun> watch =
                CompletableFuture.supplyAsync(() -> run("agents", "progress", "rds-03", "--watch"));
        beat();
        CommandLineRun watched = watch.get(30, TimeUnit.SECONDS);

        assertThat(watched.exit()).isEqualTo(ExitCode.OK);
        assertThat(watched.out().strip())
                .endsWith("rds-03 is in mode drain: 0 sessions left (0 disconnected, 0 idle), 0 users on the way.");
        run("agents", "online", "rds-03");
        assertThat(run("agents", "progress", "rds-03", "--watch").out().strip())
                .isEqualTo("rds-03 is online, with 0 sessions.");
    }

    private static void theSecondIsWell() {
        String well = "{\"protocol_version\": 4, \"health\": {\"score\": 95}, \"server\": {\"hostname\": \"rds-02\"}}";
        assertThat(broker.beat(second, well).status()).isEqualTo(200);
    }

    private static void beat(String... sessions) {
        var answer = broker.beat(
                busy,
                "{\"protocol_version\": 4, \"health\": {\"score\": 95}, \"server\": {\"hostname\": \"rds-03\"},"
                        + " \"sessions\": [" + String.join(", ", sessions) + "]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void anUnknownHostIsAWrongCommand() {
        CommandLineRun run = run("agents", "drain", "rds-09");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().strip()).isEqualTo("No agent \"rds-09\" has enrolled.");
    }

    @Test
    void farmsAndResourcesAreListedShownAndDeleted() throws Exception {
        assertThat(run("farms").out()).startsWith("ID").contains("office", "role=office");
        assertThat(run("farms", "show", "office").out()).contains("strategy: score");
        assertThat(run("farms", "delete", "office").exit()).isEqualTo(ExitCode.FAILED);
        JsonNode resources =
                new ObjectMapper().readTree(run("resources", "list", "--json").out());
        assertThat(resources.get(0).path("id").asText()).isEqualTo("desktop");

        assertThat(run("resources", "delete", "desktop").exit()).isEqualTo(ExitCode.OK);
        assertThat(run("farms", "delete", "office").exit()).isEqualTo(ExitCode.OK);
        assertThat(run("farms", "show", "office").exit()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aLeaseIsFoundAndReleased() throws Exception {
        theSecondIsWell();
        broker.post(
                "/api/v1/broker/resolve",
                broker.brokerKey(),
                "{\"username\": \"alice\", \"connection_name\": \"Office Desktop\"}");
        JsonNode leases = new ObjectMapper()
                .readTree(
                        run("leases", "list", "--user", "CORP\\alice", "--json").out());
        String id = leases.get(0).path("id").asText();

        assertThat(run("leases", "release", id).exit()).isEqualTo(ExitCode.OK);
        assertThat(run("leases", "list", "--user", "alice").out().lines().toList())
                .hasSize(1);
        assertThat(run("audit", "--kind", "lease").out()).contains("release", id);
    }

    @Test
    void listsEndWhereTheyAreToldTo() {
        assertThat(run("agents", "list", "--limit", "1").out().lines().toList()).hasSize(2);
        assertThat(run("agents", "list", "--limit", "0").exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run("decisions", "--since", "yesterday").err()).contains("since");
    }

    private static CommandLineRun apply(String text, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("fleet.yml"), text);
        List<String> arguments = new ArrayList<>(List.of("apply", "-f", file.toString()));
        arguments.addAll(Arrays.asList(more));
        return run(arguments.toArray(String[]::new));
    }

    private static CommandLineRun run(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        boolean bare = arguments.length == 1 && !List.of("export", "apply").contains(arguments[0]);
        if (bare) {
            all.add("list");
        }
        all.addAll(List.of(
                "--server",
                "http://127.0.0.1:" + broker.port(),
                "--key-file",
                folder.resolve("key").toString()));
        return CommandLineRun.of(all.toArray(String[]::new));
    }
}
