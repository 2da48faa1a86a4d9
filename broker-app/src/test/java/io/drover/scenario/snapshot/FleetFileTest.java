package io.drover.scenario.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.fleet.RemoteAppStatus;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Given;
import io.drover.scenario.SessionRow;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.parse.SuiteParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetFileTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final String FARM = """
            {"id": "office", "name": "Office", "description": "", "enabled": true, "agent_ids": ["a1", "gone"],
             "required_tags": {}, "strategy": "score", "jitter": false, "min_health_score": null,
             "policy": {"secret": 1}, "control_version": 3}
            """;
    private static final String RESOURCE = """
            {"id": "desk", "name": "Desk", "kind": "desktop", "farm_id": "office", "guacamole_connection_id": "101",
             "guacamole_connection_name": "Office Desktop", "remote_app": "", "manage_remote_app": false,
             "remote_app_command_line_setting": 0, "groups": [], "enabled": true, "control_version": 1}
            """;
    private static final String AGENT = """
            {"id": "a1", "hostname": "RDS-01", "address": "10.0.0.7", "port": 3389, "mode": "drain", "online": true,
             "quarantined": false, "reason": "patches of Bob", "tags": {"gpu": "yes"}, "farm_ids": [], "weight": 100,
             "restart_when_drained": false, "enrolled_at": "2026-11-01T00:00:00Z",
             "last_seen": "2026-11-30T11:59:55Z", "health_score": 95, "cpu_percent": 12.5,
             "active_sessions": 1, "disconnected_sessions": 0,
             "sessions": [{"id": 3, "user": "bob", "domain": "corp", "state": "active",
                           "logon_at": "2026-11-30T11:00:00Z"}],
             "remote_apps": [], "control_version": 2}
            """;
    private static final String LEASE = """
            {"id": "x", "user": "bob", "domain": "corp", "farm_id": "office", "resource_id": "", "agent_id": "a1",
             "granted_at": "2026-11-30T11:55:00Z", "expires_at": "2026-11-30T12:10:00.500Z"}
            """;

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LiveFleet fleet(JsonNode... agents) {
        return new LiveFleet(List.of(json(FARM)), List.of(json(RESOURCE)), List.of(agents), List.of(json(LEASE)), NOW);
    }

    private static ObjectNode agent() {
        return (ObjectNode) json(AGENT);
    }

    private static AgentOverlay agent(Map<String, AgentOverlay> agents, String id) {
        return Objects.requireNonNull(agents.get(id), id);
    }

    private static Given read(String fleet) {
        SuiteReading reading =
                new SuiteParser(file -> file.endsWith("fleet.yml") ? fleet : """
                suite: Reads the fleet
                fleet: fleet.yml
                scenarios:
                  - { name: A, when: { username: alice }, then: { leases: 1 } }
                """).parse(Path.of("a.scenarios.yml"));
        assertThat(reading).as(fleet + reading).isInstanceOf(SuiteReading.Good.class);
        Suite suite = ((SuiteReading.Good) reading).suite();
        return suite.scenarios().get(0).given();
    }

    @Test
    void whatSaysSomethingIsWritten() {
        assertThat(FleetFile.of(fleet(agent()), false)).isEqualTo("""
                # The fleet at 2026-11-30T12:00:00Z.
                farms:
                  office:
                    name: Office
                    agent_ids: [rds-01, gone]
                resources:
                  desk: {name: Desk, farm_id: office, guacamole_connection_id: '101', guacamole_connection_name: Office Desktop}
                agents:
                  rds-01:
                    hostname: RDS-01
                    address: 10.0.0.7
                    tags: {gpu: yes}
                    mode: drain
                    health_score: 95
                    cpu_percent: 12.5
                sessions:
                - {agent: rds-01, user: bob, domain: corp, state: active, id: 3, started: 3600}
                leases:
                - {agent: rds-01, username: corp\\bob, farm: office, expires_in: 600.5}
                """);
    }

    @Test
    void aDomainAndItsCutNameHaveOnePseudonym() {
        Pseudonyms names = new Pseudonyms();

        assertThat(names.domain("contosohealthcare.example")).isEqualTo("domain1.example");
        assertThat(names.domain("contosohealthca")).isEqualTo("domain1");
        assertThat(names.domain("contoso")).isEqualTo("domain2");
    }

    @Test
    void pseudonymsHideUsersDomainsHostsAndAddresses() {
        String text = FleetFile.of(fleet(agent()), true);

        assertThat(text.toLowerCase(Locale.ROOT))
                .doesNotContain("bob", "corp", "rds-01", "10.0.0.7", "gone", "patches");
        Given given = read(text);
        assertThat(given.agents()).containsOnlyKeys("host1");
        assertThat(given.sessions().orElse(List.of()).get(0).user()).isEqualTo("user1");
        assertThat(given.leases().orElse(List.of()).get(0).username()).isEqualTo("domain1\\user1");
    }

    @Test
    void domainsThatAreOneStayOneAndThatOfAHostStaysIts() {
        ObjectNode agent = agent();
        ArrayNode sessions = agent.withArray("sessions");
        ObjectNode bob = (ObjectNode) sessions.get(0);
        List.of("CORP.example", "rds-01", ".")
                .forEach(
                        domain -> sessions.add(bob.deepCopy().put("user", "Bob").put("domain", domain)));

        Given given = read(FleetFile.of(fleet(agent), true));

        assertThat(given.sessions().orElse(List.of()))
                .extracting(SessionRow::domain)
                .containsExactly("domain1", "domain1.example", "host1", ".");
        assertThat(given.sessions().orElse(List.of()))
                .extracting(SessionRow::user)
                .containsOnly("user1");
    }

    @Test
    void whatAHostSaysInItsOwnWordsIsNotToldWithPseudonyms() {
        ObjectNode agent = agent();
        for (String error : List.of("", "C:\\Users\\bob is not there")) {
            agent.withArray("remote_apps").addObject().put("alias", "paint").put("error", error);
        }

        assertThat(FleetFile.of(fleet(agent), false)).contains("C:\\Users\\bob is not there");
        assertThat(agent(read(FleetFile.of(fleet(agent), true)).agents(), "host1")
                        .remoteApps()
                        .orElse(List.of()))
                .extracting(RemoteAppStatus::error)
                .containsExactly("", "failed");
    }

    @Test
    void howLongAHostIsUpGoesOnUntilTheSnapshot() {
        assertThat(FleetFile.of(fleet(agent().put("uptime_seconds", 90)), false))
                .contains("uptime_seconds: 95");
        assertThat(FleetFile.of(fleet(agent().putNull("uptime_seconds")), false))
                .doesNotContain("uptime_seconds");
    }

    @Test
    void hostsOfOneNameAreCalledByTheirIds() {
        Given given = read(FleetFile.of(fleet(agent(), agent().put("id", "a2")), false));

        assertThat(given.agents()).containsOnlyKeys("a1", "a2");
    }

    @Test
    void hostsThatDoNotReportAreAsOldAsTheyWere() {
        ObjectNode silent = agent().put("online", false);
        ObjectNode never = (ObjectNode) agent().put("id", "a2")
                .put("hostname", "new")
                .put("online", false)
                .without("last_seen");

        Map<String, AgentOverlay> agents =
                read(FleetFile.of(fleet(silent, never), false)).agents();

        assertThat(agent(agents, "rds-01").lastSeen().orNull()).isEqualTo(5.0);
        assertThat(agent(agents, "new").lastSeen().isPresent()).isTrue();
        assertThat(agent(agents, "new").lastSeen().orNull()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no",
                "null",
                "~",
                "1e3",
                "0x1F",
                "10:30",
                "a: b",
                "# x",
                "- y",
                "*z",
                "a'b\"c",
                "é\\ ü",
                "{a}",
                "2026-03-02"
            })
    void everyNameIsReadBackAsItWas(String name) {
        ObjectNode agent = agent();
        ((ObjectNode) agent.path("sessions").path(0)).put("user", name).put("domain", name);
        agent.put("zone", name).putObject("tags").put(name, name);

        Given given = read(FleetFile.of(fleet(agent), false));

        SessionRow row = given.sessions().orElse(List.of()).get(0);
        assertThat(row.user()).isEqualTo(name);
        assertThat(row.domain()).isEqualTo(name);
        AgentOverlay read = agent(given.agents(), "rds-01");
        assertThat(read.zone().orNull()).isEqualTo(name);
        assertThat(read.tags().orElse(Map.of())).containsExactly(Map.entry(name, name));
    }
}
