package io.drover.scenario.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.scenario.Problem;
import io.drover.scenario.SuiteReading;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteParserProblemsTest {

    /** Five lines, so that what a test adds below begins on line 6. */
    private static final String HEAD = """
            suite: Office farm
            given:
              agents: { rds-01: { health_score: 90 }, rds-02: { health_score: 80 } }
              farms: { office: { agent_ids: [rds-01, rds-02] } }
            scenarios:
            """;

    @Test
    void unknownKeyNamesTheNearest() {
        assertProblems(
                HEAD + """
                  - name: A
                    wen: { username: alice }
                    when: { usrname: alice, colour: blue }
                    then: { agnet: rds-01, agent: rds-01 }
                """,
                "a.yml:7:5: scenarios[0].wen: unknown key; did you mean \"when\"?",
                "a.yml:8:11: scenarios[0].when: needs \"username\"",
                "a.yml:8:13: scenarios[0].when.usrname: unknown key; did you mean \"username\"?",
                "a.yml:8:29: scenarios[0].when.colour: unknown key; known: burst, client_address, connection_id,"
                        + " connection_name, data_source, endpoint, exclude_agent_ids, farm_id, groups, request_id, resource_id, username, within",
                "a.yml:9:13: scenarios[0].then.agnet: unknown key; did you mean \"agent\"?");
    }

    @Test
    void unknownKeyOfAnAgentNamesTheNearest() {
        assertProblems(
                HEAD + """
                  - name: A
                    given: { agents: { rds-01: { cpu_precent: 5, Mode: drain } } }
                    when: { username: alice }
                    then: { agent: rds-01 }
                """,
                "a.yml:7:34: scenarios[0].given.agents.rds-01.cpu_precent: unknown key; did you mean \"cpu_percent\"?",
                "a.yml:7:50: scenarios[0].given.agents.rds-01.Mode: unknown key; did you mean \"mode\"?");
    }

    @Test
    void unknownKeyThatIsPartOfAKnownOneNamesIt() {
        assertProblems(
                HEAD + """
                  - name: A
                    given: { agents: { rds-01: { cpu: 5, memory: 5, uptime: 5 } }, farms: { office: { min_health: 5 } } }
                    when: { username: alice }
                    then: { agent: rds-01 }
                """,
                "a.yml:7:34: scenarios[0].given.agents.rds-01.cpu: unknown key; did you mean \"cpu_percent\"?",
                "a.yml:7:42: scenarios[0].given.agents.rds-01.memory: unknown key;"
                        + " did you mean \"memory_used_percent\"?",
                "a.yml:7:53: scenarios[0].given.agents.rds-01.uptime: unknown key; did you mean \"uptime_seconds\"?",
                "a.yml:7:87: scenarios[0].given.farms.office.min_health: unknown key;"
                        + " did you mean \"min_health_score\"?");
    }

    @Test
    void aHostHasNoMoreSessionsThanAHeartbeatIsReadWith() {
        assertProblems(
                HEAD + """
                  - name: A
                    given: { agents: { rds-01: { active_sessions: 20000, disconnected_sessions: 20001 } } }
                    when: { username: alice }
                    then: { agent: rds-01 }
                """,
                "a.yml:7:81: scenarios[0].given.agents.rds-01.disconnected_sessions: 20001 is out of range; from 0 to 20000");
    }

    @Test
    void wrongTypesAreNamed() {
        assertProblems(
                HEAD + """
                  - name: A
                    settings: { lease_seconds: 1.5, min_health_score: 101, reconnect_existing: yes }
                    given:
                      agents:
                        rds-01: { cpu_percent: "95", active_sessions: many, farm_ids: office, tags: [a], port: 99999999999999999999 }
                        rds-02: null
                      sessions: {}
                    when: { username: [alice], groups: null }
                    then: { score: 5, leases: -1, reconnect: 1 }
                """,
                "a.yml:7:32: scenarios[0].settings.lease_seconds: expected a whole number, found \"1.5\"",
                "a.yml:7:55: scenarios[0].settings.min_health_score: 101 is out of range; from 0 to 100",
                "a.yml:7:80: scenarios[0].settings.reconnect_existing: expected true or false, found \"yes\";"
                        + " YAML 1.2 reads yes, no, on and off as text",
                "a.yml:10:32: scenarios[0].given.agents.rds-01.cpu_percent: expected a number, found \"95\";"
                        + " write it without quotes",
                "a.yml:10:55: scenarios[0].given.agents.rds-01.active_sessions: expected a whole number, found \"many\"",
                "a.yml:10:71: scenarios[0].given.agents.rds-01.farm_ids: expected a list, found \"office\"",
                "a.yml:10:85: scenarios[0].given.agents.rds-01.tags: expected a map, found a list",
                "a.yml:10:96: scenarios[0].given.agents.rds-01.port: 99999999999999999999 is out of range; from 1 to 65535",
                "a.yml:11:17: scenarios[0].given.agents.rds-02: expected a map, found null; write {} for an empty one",
                "a.yml:12:17: scenarios[0].given.sessions: expected a list, found a map",
                "a.yml:13:23: scenarios[0].when.username: expected text, found a list",
                "a.yml:13:40: scenarios[0].when.groups: expected a list, found null; write [] for an empty one",
                "a.yml:14:20: scenarios[0].then.score: expected a map, found \"5\"",
                "a.yml:14:31: scenarios[0].then.leases: -1 is out of range; from 0 to 2147483647",
                "a.yml:14:46: scenarios[0].then.reconnect: expected true or false, found \"1\";"
                        + " YAML 1.2 reads yes, no, on and off as text");
    }

    @Test
    void duplicateKeysAreNamedWithTheirFirstLine() {
        assertProblems(
                HEAD + """
                  - name: A
                    given:
                      agents:
                        rds-01: { mode: drain }
                        rds-01: { mode: online }
                    when: { username: alice }
                    then: { agent: rds-01 }
                    name: B
                """,
                "a.yml:10:9: scenarios[0].given.agents.rds-01: duplicate key, first on line 9",
                "a.yml:13:5: scenarios[0].name: duplicate key, first on line 6");
    }

    @Test
    void unknownWordsNameTheNearest() {
        assertProblems(
                HEAD + """
                  - name: A
                    given: { agents: { rds-01: { mode: drained } }, resources: { a: { kind: dektop } } }
                    when: { username: alice, endpoint: token }
                    then: { reason: reconnect, excluded: { rds-01: agent_draining } }
                  - name: B
                    when: { username: alice }
                    then: { refused: no_candidate }
                  - name: C
                    steps:
                      - report: { username: alice, event: open }
                        then: { leases: 0 }
                """,
                "a.yml:7:40: scenarios[0].given.agents.rds-01.mode: unknown mode \"drained\"; did you mean \"drain\"?",
                "a.yml:7:77: scenarios[0].given.resources.a.kind: unknown kind \"dektop\"; did you mean \"desktop\"?",
                "a.yml:8:40: scenarios[0].when.endpoint: unknown endpoint \"token\"; did you mean \"tokens\"?",
                "a.yml:9:21: scenarios[0].then.reason: unknown reason \"reconnect\";"
                        + " known: existing-lease, existing-session, load-balance",
                "a.yml:9:52: scenarios[0].then.excluded.rds-01: unknown reason \"agent_draining\";"
                        + " did you mean \"agent-draining\"?",
                "a.yml:12:22: scenarios[1].then.refused: unknown refusal \"no_candidate\";"
                        + " known: ambiguous_resource, farm_unavailable, invalid_request, no_eligible_host, policy_failed,"
                        + " resource_not_found",
                "a.yml:15:43: scenarios[2].steps[0].report.event: unknown event \"open\"; did you mean \"opened\"?");
    }

    @Test
    void agentsThatNobodyKnowsAreTypingErrors() {
        assertProblems(
                HEAD + """
                  - name: A
                    given: { sessions: [ { agent: rds-1, username: a } ], only_agents: [rds_01], leases: [ { agent: gone, username: a, expires_in: 1 } ] }
                    when: { username: alice }
                    then: { not_agent: rds-20, score: { rds01: 5 }, excluded_exactly: { x: agent-draining }, lease: { agent: rds-3 } }
                  - name: B
                    steps:
                      - silent: rds-00
                        heartbeat: { agent: rds-00 }
                        control: { agent: rds-00, mode: drain }
                      - { when: { burst: 2, username: 'a{n}' }, then: { never_on: [rds-00], per_agent: { rds-00: 1 } } }
                invariants:
                  - never_on: { agents: rds-00 }
                """,
                "a.yml:7:35: scenarios[0].given.sessions[0].agent: unknown agent \"rds-1\"; did you mean \"rds-01\"?",
                "a.yml:7:73: scenarios[0].given.only_agents[0]: unknown agent \"rds_01\"; did you mean \"rds-01\"?",
                "a.yml:9:24: scenarios[0].then.not_agent: unknown agent \"rds-20\"; did you mean \"rds-01\"?",
                "a.yml:9:41: scenarios[0].then.score.rds01: unknown agent \"rds01\"; did you mean \"rds-01\"?",
                "a.yml:9:73: scenarios[0].then.excluded_exactly.x: unknown agent \"x\"; known: rds-01, rds-02",
                "a.yml:9:110: scenarios[0].then.lease.agent: unknown agent \"rds-3\"; did you mean \"rds-01\"?",
                "a.yml:12:17: scenarios[1].steps[0].silent: unknown agent \"rds-00\"; did you mean \"rds-01\"?",
                "a.yml:13:29: scenarios[1].steps[0].heartbeat.agent: unknown agent \"rds-00\"; did you mean \"rds-01\"?",
                "a.yml:14:27: scenarios[1].steps[0].control.agent: unknown agent \"rds-00\"; did you mean \"rds-01\"?",
                "a.yml:15:68: scenarios[1].steps[1].then.never_on[0]: unknown agent \"rds-00\"; did you mean \"rds-01\"?",
                "a.yml:15:90: scenarios[1].steps[1].then.per_agent.rds-00: unknown agent \"rds-00\"; did you mean \"rds-01\"?",
                "a.yml:17:25: invariants[0].never_on.agents: unknown agent \"rds-00\"; did you mean \"rds-01\"?");
    }

    @Test
    void suiteNeedsANameAndScenarios() {
        assertProblems("given: {}\n", "a.yml:1:1: needs \"suite\"", "a.yml:1:1: needs \"scenarios\"");
        assertProblems(
                "suite: ' '\nscenarios: []\n",
                "a.yml:1:8: suite: must not be blank",
                "a.yml:2:12: scenarios: a suite needs scenarios");
        assertProblems(
                "suite: A\nscenarios: null\n",
                "a.yml:2:12: scenarios: expected a list, found null; write [] for an empty one");
        assertProblems(
                "- suite: A\n",
                "a.yml:1:1: expected a map, found a list",
                "a.yml:1:1: needs \"suite\"",
                "a.yml:1:1: needs \"scenarios\"");
    }

    @Test
    void scenarioThatExpectsNothingIsRefused() {
        assertProblems(
                HEAD + """
                  - name: A
                    when: { username: alice }
                  - name: B
                    when: { username: alice }
                    then: {}
                  - name: C
                    steps:
                      - when: { username: alice }
                  - name: D
                    when: { username: alice }
                    cases:
                      - given: {}
                      - then: { agent: rds-01 }
                  - name: E
                    when: { username: alice }
                    then: { excluded: {}, score: {}, tokens: {}, rules: [], lease: {}, agent_in: [] }
                  - name: F
                    then: { agent: rds-01 }
                """,
                "a.yml:6:5: scenarios[0]: expects nothing; add \"then\"",
                "a.yml:8:5: scenarios[1]: expects nothing; add \"then\"",
                "a.yml:10:11: scenarios[1].then: expects nothing",
                "a.yml:11:5: scenarios[2]: expects nothing; add \"then\"",
                "a.yml:17:9: scenarios[3].cases[0]: expects nothing; add \"then\"",
                "a.yml:21:23: scenarios[4].then.excluded: expects nothing",
                "a.yml:21:34: scenarios[4].then.score: expects nothing",
                "a.yml:21:46: scenarios[4].then.tokens: expects nothing",
                "a.yml:21:57: scenarios[4].then.rules: expects nothing",
                "a.yml:21:68: scenarios[4].then.lease: expects nothing",
                "a.yml:21:82: scenarios[4].then.agent_in: expects nothing",
                "a.yml:22:5: scenarios[5]: needs \"when\"",
                "a.yml:23:13: scenarios[5].then.agent: nothing is asked in this step; add \"when\"");
    }

    @Test
    void expectationsFitWhatIsAsked() {
        assertProblems(
                HEAD + """
                  - name: A
                    steps:
                      - at: +1s
                        then: { agent: rds-01, leases: 1 }
                      - when: { username: alice }
                        then: { spread_at_most: 1, tolerance: 2 }
                      - when: { burst: 3, username: 'u{n}' }
                        then: { agent: rds-01, share_at_most: 60, leases: 3 }
                """,
                "a.yml:9:17: scenarios[0].steps[0].then.agent: nothing is asked in this step; add \"when\"",
                "a.yml:11:15: scenarios[0].steps[1].then: \"tolerance\" goes with \"per_agent\"",
                "a.yml:11:17: scenarios[0].steps[1].then.spread_at_most: is about a burst; add \"burst\" to \"when\"",
                "a.yml:13:17: scenarios[0].steps[2].then.agent: is about one answer, not about a burst;"
                        + " a burst takes per_agent, spread_at_most, share_at_most, never_on, leases, commands",
                "a.yml:13:47: scenarios[0].steps[2].then.share_at_most: 60.0 is out of range; from 0 to 1");
    }

    @Test
    void skipNeedsAReasonAndADate() {
        assertProblems(
                HEAD + """
                  - { name: A, skip: {}, when: { username: a }, then: { leases: 1 } }
                  - { name: B, skip: { reason: ' ', until: soon }, when: { username: a }, then: { leases: 1 } }
                  - { name: C, skip: true, when: { username: a }, then: { leases: 1 } }
                """,
                "a.yml:6:22: scenarios[0].skip: needs \"reason\"",
                "a.yml:6:22: scenarios[0].skip: needs \"until\"",
                "a.yml:7:32: scenarios[1].skip.reason: must not be blank",
                "a.yml:7:44: scenarios[1].skip.until: expected a date such as 2026-12-31, found \"soon\"",
                "a.yml:8:22: scenarios[2].skip: expected a map, found \"true\"",
                "a.yml:8:22: scenarios[2].skip: needs \"reason\"",
                "a.yml:8:22: scenarios[2].skip: needs \"until\"");
    }

    @Test
    void aStepBelowABurstBeginsAfterIt() {
        assertProblems(
                HEAD + """
                  - name: A
                    steps:
                      - { at: +5s, when: { username: 'a{n}', burst: 2, within: 10s }, then: { leases: 2 } }
                      - { at: +14s, then: { leases: 2 } }
                  - name: B
                    steps:
                      - { at: +5s, when: { username: 'a{n}', burst: 2, within: 10s }, then: { leases: 2 } }
                      - { at: +15s, then: { leases: 2 } }
                """,
                "a.yml:9:15: scenarios[0].steps[1].at: lies before the step above; offsets count from the start of the"
                        + " scenario, and a burst takes the time of its \"within\"");
    }

    @Test
    void timesAreReadStrictlyAndRunForward() {
        assertProblems(
                """
                suite: A
                clock: yesterday
                scenarios:
                  - name: A
                    steps:
                      - { at: +30, when: { username: a } }
                      - { at: +1m, when: { username: a } }
                      - { at: +59s, when: { username: 'a{n}', burst: 2, within: -1s }, then: { leases: 1 } }
                      - {}
                  - { name: B, steps: [] }
                """,
                "a.yml:2:8: clock: expected an instant such as 2026-03-02T09:00:00Z, found \"yesterday\"",
                "a.yml:6:15: scenarios[0].steps[0].at: expected a time such as 30s; units are ms, s, m and h, for example 1m30s",
                "a.yml:8:15: scenarios[0].steps[2].at: lies before the step above; offsets count from the start of"
                        + " the scenario, and a burst takes the time of its \"within\"",
                "a.yml:8:65: scenarios[0].steps[2].when.within: expected a time such as 30s;"
                        + " units are ms, s, m and h, for example 1m30s",
                "a.yml:9:9: scenarios[0].steps[3]: does nothing",
                "a.yml:10:5: scenarios[1]: expects nothing; add \"then\"",
                "a.yml:10:23: scenarios[1].steps: needs at least one step");
    }

    @Test
    void offsetsHaveTheirSignAndBurstsTheirNumber() {
        assertProblems(
                HEAD + """
                  - name: A
                    steps:
                      - { at: 1s, when: { username: alice, burst: 2 }, then: { leases: 1 } }
                """,
                "a.yml:8:15: scenarios[0].steps[0].at: expected an offset from the start such as +30s, found \"1s\";"
                        + " write +1s",
                "a.yml:8:37: scenarios[0].steps[0].when.username: a burst needs {n} in the username,"
                        + " so that each is another user; for example user{n}");
    }

    @Test
    void timesAndZonesOfAnyLengthAreRefusedLikeOthers() {
        String time = "0.1s".repeat(20_000);
        String zone = "Europe" + "/Berlin".repeat(20_000);
        String text = """
                suite: A
                settings: { time_zone: %s, pending_seconds: 5 }
                scenarios:
                  - name: A
                    steps:
                      - { at: +%s, when: { username: a }, then: { leases: 1 } }
                      - { at: %s, when: { username: "a{n}", burst: 2, within: %s }, then: { leases: 1 } }
                """.formatted(zone, time, time, time);
        String expected = ": expected a time such as 30s; units are ms, s, m and h, for example 1m30s";

        assertThat(problems(new MemorySources().with("a.yml", text), "a.yml"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("a.yml:2:24: settings.time_zone: expected a time zone"),
                        second -> assertThat(second).endsWith("steps[0].at" + expected),
                        third -> assertThat(third).endsWith("steps[1].at" + expected),
                        fourth -> assertThat(fourth).endsWith("within" + expected));
    }

    @Test
    void stepsAndPlainKeysDoNotMix() {
        assertProblems(
                HEAD + """
                  - name: A
                    when: { username: alice }
                    steps:
                      - { when: { username: alice }, then: { agent: rds-01 } }
                    cases: []
                  - name: B
                    when: { username: alice }
                    then: { agent: rds-01 }
                    cases: []
                """,
                "a.yml:7:5: scenarios[0].when: does not go with \"steps\"; move it into a step",
                "a.yml:10:5: scenarios[0].cases: does not go with \"steps\"; move it into a step",
                "a.yml:14:12: scenarios[1].cases: needs at least one row");
    }

    @Test
    void sessionRowsSayWhoseTheyAreOnce() {
        assertProblems(
                HEAD + """
                  - name: A
                    given:
                      sessions:
                        - { agent: rds-01 }
                        - { agent: rds-01, username: a, user: a }
                        - { agent: rds-01, username: a, domain: CORP }
                        - { user: a, id: -1 }
                      leases:
                        - { agent: rds-01 }
                    when: { username: alice }
                    then: { agent: rds-01 }
                """,
                "a.yml:9:11: scenarios[0].given.sessions[0]: needs either \"username\" or \"user\";"
                        + " username takes any spelling, user and domain are as reported",
                "a.yml:10:11: scenarios[0].given.sessions[1]: needs either \"username\" or \"user\";"
                        + " username takes any spelling, user and domain are as reported",
                "a.yml:11:11: scenarios[0].given.sessions[2]: \"domain\" goes with \"user\"; a username holds its domain itself",
                "a.yml:12:11: scenarios[0].given.sessions[3]: needs \"agent\"",
                "a.yml:12:26: scenarios[0].given.sessions[3].id: -1 is out of range; from 0 to 9223372036854775807",
                "a.yml:14:11: scenarios[0].given.leases[0]: needs \"username\"",
                "a.yml:14:11: scenarios[0].given.leases[0]: needs \"expires_in\"");
    }

    @Test
    void reportsAndControlsAreChecked() {
        assertProblems(
                HEAD + """
                  - name: A
                    steps:
                      - report: { username: a, event: closed, status: 519 }
                        control: { agent: rds-01, delete: false }
                        heartbeat: { agent: rds-01, last_seen: 5, quarantined: true }
                        then: { leases: 0 }
                """,
                "a.yml:8:17: scenarios[0].steps[0].report: \"status\" goes with event failed",
                "a.yml:9:43: scenarios[0].steps[0].control.delete: must be true; leave it out to keep the agent",
                "a.yml:10:37: scenarios[0].steps[0].heartbeat.last_seen: unknown key;"
                        + " known: active_sessions, address, agent, agent_clock_offset, boot_id, cpu_percent,"
                        + " disconnected_sessions, farm_ids, health_score, hostname, max_sessions, memory_used_percent,"
                        + " mode, port, rdp_listener_ok, remote_apps, seq, sessions, tags, uptime_seconds, zone",
                "a.yml:10:51: scenarios[0].steps[0].heartbeat.quarantined: unknown key;"
                        + " known: active_sessions, address, agent, agent_clock_offset, boot_id, cpu_percent,"
                        + " disconnected_sessions, farm_ids, health_score, hostname, max_sessions, memory_used_percent,"
                        + " mode, port, rdp_listener_ok, remote_apps, seq, sessions, tags, uptime_seconds, zone");
    }

    @Test
    void timesBeyondEveryClockAreRefused() {
        assertProblems(
                HEAD + """
                  - name: A
                    given:
                      sessions: [ { agent: rds-01, username: a, started: 9e18 } ]
                      leases: [ { agent: rds-01, username: a, expires_in: -1.0e18 } ]
                    when: { username: a }
                    then: { agent: rds-01 }
                """,
                "a.yml:8:58: scenarios[0].given.sessions[0].started: 9.0E18 is out of range;"
                        + " from -1000000000 to 1000000000 seconds",
                "a.yml:9:59: scenarios[0].given.leases[0].expires_in: -1.0E18 is out of range;"
                        + " from -1000000000 to 1000000000 seconds");
    }

    @Test
    void invariantsAreChecked() {
        assertProblems(
                HEAD + """
                  - { name: A, when: { username: a }, then: { agent: rds-01 } }
                invariants:
                  - refusal_has_reasons
                  - never_on: {}
                  - always_on: [rds-01]
                """,
                "a.yml:8:5: invariants[0]: unknown invariant \"refusal_has_reasons\"; did you mean \"refusal_has_reason\"?",
                "a.yml:9:15: invariants[1].never_on: says nothing; it would mean every agent",
                "a.yml:10:5: invariants[2]: needs \"never_on\"",
                "a.yml:10:5: invariants[2].always_on: unknown key; known: never_on");
    }

    @Test
    void scenariosOfOneNameAreRefused() {
        assertProblems(HEAD + """
                  - { name: A, when: { username: a }, then: { agent: rds-01 } }
                  - { name: B, when: { username: a }, then: { agent: rds-01 } }
                  - { name: A, when: { username: b }, then: { agent: rds-01 } }
                """, "a.yml:8:5: scenarios: a second scenario \"A\", first on line 6");
    }

    @Test
    void fleetIsReadAsStrictlyAsTheSuite() {
        MemorySources sources = new MemorySources().with("suites/a.yml", """
                        suite: A
                        fleet: ../fleets/f.yml
                        scenarios:
                          - { name: A, when: { username: a }, then: { agent: rds-02 } }
                        """).with("fleets/f.yml", """
                        agents: { rds-01: { helth_score: 5 } }
                        farm: {}
                        """);

        assertThat(problems(sources, "suites/a.yml"))
                .containsExactly(
                        "fleets/f.yml:1:21: agents.rds-01.helth_score: unknown key; did you mean \"health_score\"?",
                        "fleets/f.yml:2:1: farm: unknown key; did you mean \"farms\"?",
                        "suites/a.yml:4:54: scenarios[0].then.agent: unknown agent \"rds-02\"; did you mean \"rds-01\"?");
    }

    @Test
    void missingFleetIsOneProblemNotMany() {
        MemorySources sources = new MemorySources().with("suites/a.yml", """
                suite: A
                fleet: fleets/f.yml
                scenarios:
                  - { name: A, when: { username: a }, then: { agent: rds-02 } }
                """);

        assertThat(problems(sources, "suites/a.yml"))
                .containsExactly("suites/a.yml:2:8: fleet: there is no file suites/fleets/f.yml");
    }

    @Test
    void fleetMustBeTheNameOfAFile() {
        assertProblems("""
                suite: A
                fleet: "a\\0b"
                scenarios:
                  - { name: A, when: { username: a }, then: { leases: 1 } }
                """, "a.yml:2:8: fleet: is not the name of a file");
    }

    @Test
    void whatIsNotYamlIsNamedWithItsPlace() {
        assertProblems(
                "suite: A\nscenarios:\n\t- name: B\n",
                "a.yml:3:1: not YAML: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)");
        assertProblems("suite: [A\n", "a.yml:2:1: not YAML: expected ',' or ']', but got <stream end>");
        assertProblems("suite: A\n---\nsuite: B\n", "a.yml:2:1: not YAML: but found another document");
        assertProblems(
                "suite: *nobody\n",
                "a.yml:1:8: not YAML: aliases are not taken; what scenarios share goes under given or into a fleet file");
        assertProblems("", "a.yml:1:1: the file is empty");
        assertThat(problems(new MemorySources(), "a.yml")).containsExactly("a.yml:1:1: there is no file a.yml");
    }

    @Test
    void filesThatWouldGrowWithoutBoundAreRefused() {
        assertProblems("suite: " + "[".repeat(100_000), "a.yml:1:57: not YAML: nested more than 50 deep");
        assertProblems(
                "a: &a [x, x]\nb: &b [*a, *a]\n",
                "a.yml:2:8: not YAML: aliases are not taken; what scenarios share goes under given or into a fleet file");
    }

    @Test
    void tabsAreNamedWithTheirPlace() {
        SuiteReading reading = new SuiteParser(new MemorySources().with("a.yml", "suite: A\nscenarios:\n\t- name: B\n"))
                .parse(Path.of("a.yml"));

        assertThat(((SuiteReading.Bad) reading).problems())
                .singleElement()
                .asString()
                .startsWith("a.yml:3:1: not YAML: found character '\\t(TAB)'");
    }

    @Test
    void allProblemsOfAFileAreFoundAtOnce() {
        assertThat(problems(new MemorySources().with("a.yml", """
                                suit: A
                                settings: { lease_second: 5 }
                                scenarios:
                                  - { nam: A, when: { username: a }, then: { agents: x } }
                                invariants: {}
                                """), "a.yml")).hasSize(8);
    }

    private static void assertProblems(String text, String... expected) {
        assertThat(problems(new MemorySources().with("a.yml", text), "a.yml")).containsExactly(expected);
    }

    private static List<String> problems(Sources sources, String file) {
        SuiteReading reading = new SuiteParser(sources).parse(Path.of(file));
        assertThat(reading).isInstanceOf(SuiteReading.Bad.class);
        return ((SuiteReading.Bad) reading)
                .problems().stream().map(Problem::toString).toList();
    }
}
