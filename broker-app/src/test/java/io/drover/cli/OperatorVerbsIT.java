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

    @BeforeAll
    static void start() throws Exception {
        broker = RunningBroker.startIn(folder);
        Files.writeString(folder.resolve("key"), broker.adminKey() + "\n");
        broker.host("rds-01", 0);
        broker.host("rds-02", 0);
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
        run("agents", "maintenance", "rds-01");

        CommandLineRun refused = run("agents", "maintenance", "rds-02");
        assertThat(refused.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).contains("office");

        assertThat(run("agents", "maintenance", "rds-02", "--force").exit()).isEqualTo(ExitCode.OK);
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
