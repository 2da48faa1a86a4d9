package io.drover.scenario.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.fleet.AgentMode;
import io.drover.fleet.ProbeState;
import io.drover.fleet.RemoteAppStatus;
import io.drover.policy.fact.Reason;
import io.drover.scenario.AgentCondition;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Control;
import io.drover.scenario.Expectation;
import io.drover.scenario.FarmOverlay;
import io.drover.scenario.Field;
import io.drover.scenario.GivenLease;
import io.drover.scenario.Heard;
import io.drover.scenario.Invariant;
import io.drover.scenario.Position;
import io.drover.scenario.Report;
import io.drover.scenario.Request;
import io.drover.scenario.ResourceOverlay;
import io.drover.scenario.Scenario;
import io.drover.scenario.SessionRow;
import io.drover.scenario.Step;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import io.drover.scenario.When;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SuiteParserTest {

    private static final String FLEET = """
            farms:
              office: { required_tags: { role: office } }
            resources:
              desk: { farm_id: office, guacamole_connection_name: Office Desktop }
            agents:
              rds-01: { hostname: RDS-01, tags: { role: office }, health_score: 95, cpu_percent: 40 }
              rds-02: { tags: { role: office }, health_score: 90 }
              rds-03: { mode: drain }
            """;

    private static final String HEAD = """
            suite: Office farm
            fleet: ../../fleets/office.yml
            """;

    @Test
    void readsTheHeadOfASuite() {
        Suite suite = good("""
                suite: Office farm, everyday placement
                fleet: ../../fleets/office.yml
                clock: 2026-03-02T09:00:00Z
                settings: { min_health_score: 50, reconnect_existing: false, domains: { CORP: [corp.example] } }
                scenarios:
                  - name: A
                    settings: { min_health_score: 70, default_farm_id: office }
                    when: { username: alice }
                    then: { agent: rds-01 }
                invariants:
                  - never_on: { mode: maintenance }
                  - refusal_has_reason
                """);

        assertThat(suite.file()).isEqualTo(Path.of("suites/office/a.scenarios.yml"));
        assertThat(suite.name()).isEqualTo("Office farm, everyday placement");
        assertThat(suite.clock()).isEqualTo(Instant.parse("2026-03-02T09:00:00Z"));
        Scenario scenario = suite.scenarios().get(0);
        assertThat(scenario.settings().minHealthScore()).isEqualTo(Field.of(70));
        assertThat(scenario.settings().reconnectExisting()).isEqualTo(Field.of(false));
        assertThat(scenario.settings().defaultFarmId()).isEqualTo(Field.of("office"));
        assertThat(scenario.settings().domains()).isEqualTo(Field.of(Map.of("CORP", List.of("corp.example"))));
        assertThat(scenario.settings().leaseSeconds()).isEqualTo(Field.absent());
        assertThat(suite.invariants())
                .containsExactly(
                        new Invariant.NeverOn(
                                at(11, 5),
                                new AgentCondition(
                                        Field.absent(),
                                        Field.of(AgentMode.MAINTENANCE),
                                        Field.absent(),
                                        Field.absent(),
                                        Field.absent())),
                        new Invariant.RefusalHasReason(at(12, 5)));
    }

    @Test
    void plainScenarioIsOneStepOnTheFleetWithItsChanges() {
        Scenario scenario = only(HEAD + """
                given:
                  agents: { rds-01: { cpu_percent: 10 } }
                scenarios:
                  - name: Best score wins
                    tags: [RC-001, smoke]
                    given:
                      agents:
                        rds-01: { health_score: null }
                        rds-09: { farm_ids: [office] }
                      only_agents: [rds-01, rds-09]
                    when: { username: 'CORP\\alice', connection_name: Office Desktop }
                    then: { agent: rds-09 }
                """);

        assertThat(scenario.name()).isEqualTo("Best score wins");
        assertThat(scenario.tags()).containsExactly("RC-001", "smoke");
        assertThat(scenario.position()).isEqualTo(at(6, 5));
        assertThat(scenario.given().agents()).containsOnlyKeys("rds-01", "rds-02", "rds-03", "rds-09");
        AgentOverlay first = agent(scenario, "rds-01");
        assertThat(first.hostname()).isEqualTo(Field.of("RDS-01"));
        assertThat(first.cpuPercent()).isEqualTo(Field.of(10.0));
        assertThat(first.healthScore()).isEqualTo(Field.unknown());
        assertThat(first.memoryUsedPercent()).isEqualTo(Field.absent());
        assertThat(first.tags()).isEqualTo(Field.of(Map.of("role", "office")));
        assertThat(agent(scenario, "rds-03").mode()).isEqualTo(Field.of(AgentMode.DRAIN));
        assertThat(scenario.given().onlyAgents()).isEqualTo(Field.of(List.of("rds-01", "rds-09")));
        Step step = scenario.steps().get(0);
        assertThat(scenario.steps()).hasSize(1);
        assertThat(step.at()).isZero();
        assertThat(asked(step).username()).isEqualTo("CORP\\alice");
        assertThat(step.then()).containsExactly(new Expectation.OnAgent(at(14, 20), Set.of("rds-09")));
    }

    @Test
    void everyRowOfCasesIsAScenario() {
        List<Scenario> scenarios = good(HEAD + """
                scenarios:
                  - name: The limit is inclusive
                    settings: { min_health_score: 60 }
                    given: { only_agents: [rds-01] }
                    when: { connection_name: Office Desktop, username: alice }
                    then: { farm: office }
                    cases:
                      - { given: { agents: { rds-01: { health_score: 59 } } }, then: { refused: no_eligible_host } }
                      - { name: at the limit, given: { agents: { rds-01: { health_score: 60 } } }, then: { agent: rds-01 } }
                      - { when: { username: bob }, settings: { min_health_score: 1 } }
                """).scenarios();

        assertThat(scenarios)
                .extracting(Scenario::name)
                .containsExactly(
                        "The limit is inclusive (case 1)",
                        "The limit is inclusive: at the limit",
                        "The limit is inclusive (case 3)");
        assertThat(scenarios).extracting(scenario -> scenario.position().line()).containsExactly(10, 11, 12);
        assertThat(agent(scenarios.get(1), "rds-01").healthScore()).isEqualTo(Field.of(60.0));
        assertThat(scenarios.get(0).given().onlyAgents()).isEqualTo(Field.of(List.of("rds-01")));
        assertThat(scenarios.get(0).steps().get(0).then())
                .containsExactly(
                        new Expectation.Refused(at(10, 81), "no_eligible_host"),
                        new Expectation.InFarm(at(8, 19), "office"));
        Request third = asked(scenarios.get(2).steps().get(0));
        assertThat(third.username()).isEqualTo("bob");
        assertThat(third.connectionName()).isEqualTo("Office Desktop");
        assertThat(scenarios.get(2).settings().minHealthScore()).isEqualTo(Field.of(1));
        assertThat(scenarios.get(1).settings().minHealthScore()).isEqualTo(Field.of(60));
    }

    @Test
    void stepsMoveInTimeAndChangeTheFleet() {
        List<Step> steps = only(HEAD + """
                scenarios:
                  - name: Steps
                    steps:
                      - when: { username: alice }
                        then: { agent: rds-02 }
                      - at: +30s
                        given: { agents: { rds-10: { cpu_percent: 99 } } }
                        silent: rds-01
                      - at: +1m30.5s
                        silent: [rds-02, rds-10]
                        when: { username: alice, endpoint: tokens }
                        then: { agent: rds-10 }
                """).steps();

        assertThat(steps)
                .extracting(Step::at)
                .containsExactly(Duration.ZERO, Duration.ofSeconds(30), Duration.ofMillis(90_500));
        assertThat(steps.get(1).given().agents()).containsOnlyKeys("rds-10");
        assertThat(steps.get(1).silent()).containsExactly("rds-01");
        assertThat(steps.get(1).when()).isNull();
        assertThat(steps.get(2).silent()).containsExactlyInAnyOrder("rds-02", "rds-10");
        assertThat(steps.get(2).when())
                .isInstanceOfSatisfying(
                        When.One.class, one -> assertThat(one.endpoint()).isEqualTo(When.Endpoint.TOKENS));
    }

    @Test
    void stepsHearHeartbeatsOperatorsAndGateways() {
        Step step = only(HEAD + """
                scenarios:
                  - name: Steps
                    steps:
                      - heartbeat:
                          - { agent: rds-01, boot_id: b1, seq: 11, agent_clock_offset: -600, health_score: null, mode: online,
                              sessions: [ { username: 'CORP\\alice', id: 3 } ] }
                          - { agent: rds-02 }
                        control:
                          - { agent: rds-01, mode: drain, restart_when_drained: true, address: null, until: 2026-03-03T00:00:00Z }
                          - { agent: rds-02, delete: true }
                        report: { username: alice, event: failed, status: 519 }
                        then: { leases: 0 }
                """).steps().get(0);

        Heard heard = step.heartbeats().get(0);
        assertThat(heard.bootId()).isEqualTo("b1");
        assertThat(heard.seq()).isEqualTo(11);
        assertThat(heard.clockOffset()).isEqualTo(-600);
        assertThat(heard.says().healthScore()).isEqualTo(Field.unknown());
        assertThat(heard.says().cpuPercent()).isEqualTo(Field.absent());
        assertThat(heard.sessions())
                .isEqualTo(Field.of(
                        List.of(new SessionRow(at(8, 27), "rds-01", "CORP\\alice", null, "Active", 3L, null, null))));
        assertThat(step.heartbeats().get(1).sessions()).isEqualTo(Field.absent());
        assertThat(step.controls().get(0)).isInstanceOfSatisfying(Control.Patch.class, patch -> {
            assertThat(patch.mode()).isEqualTo(Field.of(AgentMode.DRAIN));
            assertThat(patch.restartWhenDrained()).isEqualTo(Field.of(true));
            assertThat(patch.address()).isEqualTo(Field.unknown());
            assertThat(patch.until()).isEqualTo(Field.of(Instant.parse("2026-03-03T00:00:00Z")));
            assertThat(patch.weight()).isEqualTo(Field.absent());
        });
        assertThat(step.controls().get(1)).isEqualTo(new Control.Delete(at(12, 13), "rds-02"));
        assertThat(step.reports()).containsExactly(new Report(at(13, 17), "alice", Report.Event.FAILED, "519"));
        assertThat(step.then()).containsExactly(new Expectation.LeaseCount(at(14, 25), 0));
    }

    @Test
    void givenTakesEveryFieldOfTheFleet() {
        Scenario scenario = only("""
                suite: All fields
                given:
                  farms:
                    erp: { name: ERP, description: d, enabled: false, agent_ids: [a], required_tags: { role: erp },
                           strategy: least-load, jitter: true, min_health_score: null, policy: { n: 1, t: [true, null, 1.5, x] } }
                  resources:
                    app: { name: App, kind: remoteapp, farm_id: erp, guacamole_connection_id: 12, guacamole_connection_name: N,
                           guacamole_data_source: mysql, remote_app: '||A', remote_app_dir: 'C:\\', remote_app_args: '', manage_remote_app: true,
                           remote_app_path: p, remote_app_command_line_setting: 2, remote_app_required_command_line: r, groups: [g], enabled: true }
                  agents:
                    a: { hostname: h, address: '2001:db8::15', port: 3390, mode: maintenance, last_seen: null, health_score: 900, cpu_percent: -223696.18,
                         memory_used_percent: .nan, active_sessions: 12, disconnected_sessions: 2, tags: { a: b }, farm_ids: [erp], max_sessions: 4,
                         max_concurrent_logons: 2, zone: z, weight: 50, rdp_listener_ok: false, probe_state: not-rdp, quarantined: true,
                         remote_apps: [ { resource_id: app, alias: A, published: true, in_sync: true, error: e } ] }
                  sessions:
                    - { agent: a, user: alice, domain: CORP, state: ' DISCONNECTED ', id: 4, started: 60.5, station_name: console }
                    - { agent: a, user: '' }
                  leases:
                    - { agent: gone, username: alice@corp.example, farm: erp, resource: app, expires_in: -1 }
                    - { agent: a, username: bob, expires_in: 60 }
                scenarios:
                  - { name: A, when: { username: 1001 }, then: { refused: farm_unavailable } }
                """);

        FarmOverlay farm = scenario.given().farms().get("erp");
        assertThat(farm).isNotNull().satisfies(it -> {
            assertThat(it.enabled()).isEqualTo(Field.of(false));
            assertThat(it.strategy()).isEqualTo(Field.of("least-load"));
            assertThat(it.minHealthScore()).isEqualTo(Field.unknown());
            var nodes = JsonNodeFactory.instance;
            assertThat(it.policy())
                    .isEqualTo(Field.of(nodes.objectNode()
                            .put("n", 1L)
                            .set(
                                    "t",
                                    nodes.arrayNode()
                                            .add(true)
                                            .addNull()
                                            .add(1.5)
                                            .add("x"))));
        });
        ResourceOverlay resource = scenario.given().resources().get("app");
        assertThat(resource).isNotNull().satisfies(it -> {
            assertThat(it.guacamoleConnectionId()).isEqualTo(Field.of("12"));
            assertThat(it.remoteAppDir()).isEqualTo(Field.of("C:\\"));
            assertThat(it.remoteAppCommandLineSetting()).isEqualTo(Field.of(2));
        });
        AgentOverlay agent = agent(scenario, "a");
        assertThat(agent.lastSeen()).isEqualTo(Field.unknown());
        assertThat(agent.probeState()).isEqualTo(Field.of(ProbeState.NOT_RDP));
        assertThat(agent.cpuPercent()).isEqualTo(Field.of(-223696.18));
        assertThat(agent.memoryUsedPercent()).isEqualTo(Field.of(Double.NaN));
        assertThat(agent.remoteApps())
                .isEqualTo(Field.of(List.of(new RemoteAppStatus("app", "A", true, false, true, "e"))));
        assertThat(scenario.given().sessions())
                .isEqualTo(Field.of(List.of(
                        new SessionRow(at(16, 7), "a", "alice", "CORP", " DISCONNECTED ", 4L, 60.5, "console"),
                        new SessionRow(at(17, 7), "a", "", null, "Active", null, null, null))));
        assertThat(scenario.given().leases())
                .isEqualTo(Field.of(List.of(
                        new GivenLease(at(19, 7), "gone", "alice@corp.example", "erp", "app", -1),
                        new GivenLease(at(20, 7), "a", "bob", "", "", 60))));
        assertThat(asked(scenario.steps().get(0)).username()).isEqualTo("1001");
    }

    @Test
    void thenTakesEveryExpectation() {
        Step step = only(HEAD + """
                scenarios:
                  - name: All
                    when: { username: alice, resource_id: desk, farm_id: office, connection_id: 1, groups: [a, b], client_address: '::1',
                            exclude_agent_ids: [x], request_id: r }
                    then:
                      agent_in: [rds-01, rds-02]
                      not_agent: rds-03
                      reason: existing-lease
                      reconnect: true
                      farm: office
                      resource: desk
                      score: { rds-01: 730.5, rds-02: -3 }
                      excluded: { rds-03: [agent-draining, 'custom:my-rule'] }
                      excluded_exactly: {}
                      rules: [a.b]
                      not_rules: c
                      notes: ambiguous-identity
                      lease: { agent: rds-01, expires_in: 900 }
                      leases: 1
                      tokens: { SESSIONGUARD_HOST: h }
                      tokens_exactly: {}
                      unbrokered: false
                      commands: { rds-03: [restart_server], rds-01: [] }
                """).steps().get(0);

        assertThat(asked(step))
                .isEqualTo(new Request(
                        at(5, 11),
                        "alice",
                        "desk",
                        "office",
                        "1",
                        null,
                        null,
                        List.of("a", "b"),
                        "::1",
                        List.of("x"),
                        "r"));
        assertThat(step.then())
                .containsExactly(
                        new Expectation.OnAgent(at(8, 17), Set.of("rds-01", "rds-02")),
                        new Expectation.NotOnAgent(at(9, 18), Set.of("rds-03")),
                        new Expectation.ForReason(at(10, 15), Reason.EXISTING_LEASE),
                        new Expectation.Reconnect(at(11, 18), true),
                        new Expectation.InFarm(at(12, 13), "office"),
                        new Expectation.ForResource(at(13, 17), "desk"),
                        new Expectation.Score(at(14, 24), "rds-01", 730.5),
                        new Expectation.Score(at(14, 39), "rds-02", -3),
                        new Expectation.Excluded(at(15, 27), "rds-03", Set.of("agent-draining", "custom:my-rule")),
                        new Expectation.ExcludedExactly(at(16, 25), Map.of()),
                        new Expectation.RulesFired(at(17, 14), Set.of("a.b")),
                        new Expectation.RulesNotFired(at(18, 18), Set.of("c")),
                        new Expectation.Notes(at(19, 14), Set.of("ambiguous-identity")),
                        new Expectation.LeaseIs(at(20, 14), "rds-01", 900.0),
                        new Expectation.Tokens(at(22, 15), Map.of("SESSIONGUARD_HOST", "h"), false),
                        new Expectation.Tokens(at(23, 23), Map.of(), true),
                        new Expectation.Unbrokered(at(24, 19), false),
                        new Expectation.LeaseCount(at(21, 15), 1),
                        new Expectation.Commands(at(25, 27), "rds-03", List.of("restart_server")),
                        new Expectation.Commands(at(25, 53), "rds-01", List.of()));
    }

    @Test
    void burstAsksForManyUsers() {
        Step step = only(HEAD + """
                scenarios:
                  - name: Burst
                    when: { burst: 60, username: 'user{n}', connection_name: Office Desktop, within: 10s }
                    then: { per_agent: { rds-01: 30, rds-02: 30 }, tolerance: 2, spread_at_most: 1, share_at_most: 0.5, never_on: [rds-03] }
                """).steps().get(0);

        assertThat(step.when()).isInstanceOfSatisfying(When.Burst.class, burst -> {
            assertThat(burst.count()).isEqualTo(60);
            assertThat(burst.within()).isEqualTo(Duration.ofSeconds(10));
            assertThat(burst.nth(7).username()).isEqualTo("user7");
            assertThat(burst.nth(7).connectionName()).isEqualTo("Office Desktop");
        });
        assertThat(step.then())
                .containsExactly(
                        new Expectation.PerAgent(at(6, 24), Map.of("rds-01", 30, "rds-02", 30), 2),
                        new Expectation.SpreadAtMost(at(6, 82), 1),
                        new Expectation.ShareAtMost(at(6, 100), 0.5),
                        new Expectation.NeverOn(
                                at(6, 115),
                                new AgentCondition(
                                        Field.of(Set.of("rds-03")),
                                        Field.absent(),
                                        Field.absent(),
                                        Field.absent(),
                                        Field.absent())));
    }

    @Test
    void skipHasAReasonAndADate() {
        Scenario scenario = only(HEAD + """
                scenarios:
                  - name: Later
                    skip: { reason: needs restarts, until: 2027-01-31 }
                    when: { username: alice }
                    then: { agent: rds-01 }
                """);

        assertThat(scenario.skip()).isEqualTo(new Scenario.Skip("needs restarts", LocalDate.of(2027, 1, 31)));
    }

    @Test
    void wordsOfOlderYamlStayText() {
        Scenario scenario = only(HEAD + """
                scenarios:
                  - name: no
                    when: { username: on, connection_id: 0012, connection_name: 10:30, farm_id: "~" }
                    then: { agent: rds-01 }
                """);

        assertThat(scenario.name()).isEqualTo("no");
        Request request = asked(scenario.steps().get(0));
        assertThat(request.username()).isEqualTo("on");
        assertThat(request.connectionId()).isEqualTo("0012");
        assertThat(request.connectionName()).isEqualTo("10:30");
        assertThat(request.farmId()).isEqualTo("~");
    }

    @Test
    void authorsRefuseWithCodesOfTheirOwn() {
        Scenario scenario = only(HEAD + """
                scenarios:
                  - { name: A, when: { username: alice }, then: { refused: 'custom:outside_hours' } }
                """);

        assertThat(scenario.steps().get(0).then()).containsExactly(new Expectation.Refused(at(4, 60), "outside_hours"));
    }

    @Test
    void escapesAreReadWithoutCleaning() {
        Scenario scenario = only(HEAD + """
                scenarios:
                  - name: NUL
                    when: { username: "ali\\0ce\\u200B" }
                    then: { refused: invalid_request }
                """);

        assertThat(asked(scenario.steps().get(0)).username()).isEqualTo("ali\0ce\u200B");
    }

    private static Suite good(String text) {
        MemorySources sources =
                new MemorySources().with("suites/office/a.scenarios.yml", text).with("fleets/office.yml", FLEET);
        SuiteReading reading = new SuiteParser(sources).parse(Path.of("suites/office/a.scenarios.yml"));
        assertThat(reading).isInstanceOf(SuiteReading.Good.class);
        return ((SuiteReading.Good) reading).suite();
    }

    private static Scenario only(String text) {
        List<Scenario> scenarios = good(text).scenarios();
        assertThat(scenarios).hasSize(1);
        return scenarios.get(0);
    }

    private static AgentOverlay agent(Scenario scenario, String id) {
        AgentOverlay agent = scenario.given().agents().get(id);
        if (agent == null) {
            throw new AssertionError("no agent " + id);
        }
        return agent;
    }

    private static Request asked(Step step) {
        if (step.when() instanceof When.One one) {
            return one.request();
        }
        throw new AssertionError("not one request: " + step.when());
    }

    private static Position at(int line, int column) {
        return new Position("suites/office/a.scenarios.yml", line, column);
    }
}
