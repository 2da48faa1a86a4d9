package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.UserName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatParserTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @Test
    void aCompleteHeartbeatIsRead() {
        HeartbeatReport report = read("""
                "boot_id": "b1", "seq": 7, "max_sessions": 30, "agent_version": "2.1", "zone": "north",
                "address": "[fd00::7]", "port": 3390, "time": "2026-03-02T12:00:01Z", "mode": "drain", "colour": "red",
                "server": {"hostname": "RDS-01", "os": "windows", "cpu_percent": 12.5, "memory_total": 200,
                           "memory_available": 50, "uptime_seconds": 99, "disk_total": 10, "disk_free": 3},
                "health": {"score": 90, "rdp_listener_ok": true, "profile_store_ok": false,
                           "checks": [{"name": "disk", "ok": false, "message": "full"}]},
                "sessions": [{"id": 3, "user": "alice", "domain": "CORP", "state": " Active ", "station_name": "RDP-Tcp#1",
                              "logon_at": "2026-03-02T08:00:00Z"}],
                "remote_apps": [{"resource_id": "sage", "alias": "||Sage", "published": true, "path_exists": true,
                                 "in_sync": true}],
                "command_results": [{"id": "c1", "success": true}]
                """);

        assertThat(report.heartbeat())
                .isEqualTo(new Heartbeat(
                        "a1",
                        "b1",
                        7L,
                        NOON,
                        90,
                        12.5,
                        75.0,
                        true,
                        30,
                        List.of(new Session(
                                3, new UserName("alice", "corp"), "active", Instant.parse("2026-03-02T08:00:00Z"))),
                        List.of(new RemoteAppStatus("sage", "Sage", true, true, true, "")),
                        99L));
        assertThat(report.identity()).isEqualTo(new HostIdentity("RDS-01", "fd00::7", 3390, "north"));
        assertThat(report.flags()).isEmpty();
        assertThat(report.details().path("agent_version").textValue()).isEqualTo("2.1");
        assertThat(report.details().path("checks").path(0).path("message").textValue())
                .isEqualTo("full");
        assertThat(report.details().path("clock_offset_seconds").longValue()).isEqualTo(1);
        assertThat(report.commandResults()).hasSize(1);
    }

    /** Agents of the protocol's first versions say it twice. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "\"policy\": {\"revision\": \"7\"} | 7",
                "\"policy\": {\"revision\": \"7\"}, \"policy_revision\": \"7\" | 7",
                "\"policy\": {\"revision\": \"\"}, \"policy_revision\": \"7\" | 7",
                "\"policy_revision\": \"7\" | 7",
                "\"policy\": {\"revision\": \"8\"}, \"policy_revision\": \"7\" | 8",
                "\"policy\": null, \"policy_revision\": null | ",
            })
    void theAppliedPolicyIsReadWhereverItIsSaid(String json, @Nullable String revision) {
        assertThat(read(json).details().path("policy_revision").textValue()).isEqualTo(revision);
    }

    @Test
    void whatIsMissingIsUnknownAndNotZero() {
        Heartbeat heartbeat = read("\"sessions\": null").heartbeat();

        assertThat(heartbeat)
                .isEqualTo(new Heartbeat(
                        "a1", null, null, NOON, null, null, null, null, null, List.of(), List.of(), null));
    }

    @ParameterizedTest
    @CsvSource({"-223696.18, 0", "100.5, 100", "1e400, 100", "-1e400, 0"})
    void aSickCounterIsClampedAndFlagged(String reported, double taken) {
        HeartbeatReport report = read("\"server\": {\"cpu_percent\": " + reported + "}");

        assertThat(report.heartbeat().cpuPercent()).isEqualTo(taken);
        assertThat(report.flags()).containsExactly("clamped:server.cpu_percent");
        assertThat(report.details().path("flags").path(0).textValue()).isEqualTo("clamped:server.cpu_percent");
    }

    @ParameterizedTest
    @CsvSource({"59.9, 59", "60, 60", "140, 100", "-3, 0", "99999999999999999999, 100"})
    void aHealthScoreIsAWholeNumberBetween0And100(String reported, int taken) {
        assertThat(read("\"health\": {\"score\": " + reported + "}").heartbeat().healthScore())
                .isEqualTo(taken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"NaN\"", "\"12\"", "true", "[]", "{}"})
    void aNumberThatIsNoneIsUnknown(String reported) {
        HeartbeatReport report = read("\"server\": {\"cpu_percent\": " + reported + "}");

        assertThat(report.heartbeat().cpuPercent()).isNull();
        assertThat(report.flags()).containsExactly("unreadable:server.cpu_percent");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "unknown",
            value = {
                "100, 25, 75",
                "100, 101, 0",
                "100, -1, 100",
                "0, 0, unknown",
                "-5, 3, unknown",
                "null, 3, unknown",
                "100, null, unknown",
                "68719476736, 51539607552, 25",
                "18446744073709551615, 0, 100"
            })
    void usedMemoryIsFoundFromTotalAndAvailable(String total, String available, Double used) {
        assertThat(read("\"server\": {\"memory_total\": %s, \"memory_available\": %s}".formatted(total, available))
                        .heartbeat()
                        .memoryUsedPercent())
                .isEqualTo(used);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "unknown",
            value = {
                "0, 0",
                "3155760000, 3155760000",
                "3155760001, unknown",
                "10000000000000, unknown",
                "9223372036854775807, unknown",
                "1e15, unknown"
            })
    void anUptimeOfMoreThanACenturyIsUnknown(String reported, Long taken) {
        HeartbeatReport report = read("\"server\": {\"uptime_seconds\": " + reported + "}");

        assertThat(report.heartbeat().uptimeSeconds()).isEqualTo(taken);
        if (taken == null) {
            assertThat(report.flags()).containsExactly("unreadable:server.uptime_seconds");
        }
    }

    @Test
    void onlyUsersSessionsAreKept() {
        HeartbeatReport report = read("""
                "sessions": [
                  {"id": 0, "user": "system", "state": "Active"},
                  {"id": 1, "user": "admin", "state": "Active", "station_name": "Console"},
                  {"id": 2, "user": "x", "state": "Active", "station_name": " SERVICES "},
                  {"id": 65536, "user": "x", "state": "Listen", "station_name": "RDP-Tcp"},
                  {"id": 65537, "user": "x", "state": "Listen", "station_name": "RDP-Sxs"},
                  {"id": 65538, "user": "x", "state": "Active", "station_name": "rdp-tcp"},
                  {"id": 5, "user": "", "state": "Active"},
                  {"id": 6, "user": "  ", "state": "Connected"},
                  {"id": 7, "state": "ConnectQuery"},
                  {"id": 8, "user": "alice", "state": "Disconnected", "station_name": ""},
                  {"id": 9, "user": "bob", "state": "Active", "station_name": "RDP-Tcp#3"}]
                """);

        assertThat(report.heartbeat().sessions()).extracting(Session::id).containsExactly(8L, 9L);
        assertThat(report.flags()).isEmpty();
    }

    @Test
    void aSessionIdCountsOnce() {
        HeartbeatReport report = read("""
                "sessions": [{"id": 3, "user": "alice", "state": "Active"}, {"id": 3, "user": "bob", "state": "Active"},
                             {"id": 4, "user": "alice", "state": "Active"}]
                """);

        assertThat(report.heartbeat().sessions())
                .extracting(session -> session.user().user())
                .containsExactly("alice", "alice");
        assertThat(report.flags()).containsExactly("duplicate:sessions.id");
    }

    @Test
    void aLocalisedStateIsKeptAsItIs() {
        assertThat(read("\"sessions\": [{\"id\": 4, \"user\": \"alice\", \"state\": \"Getr.\"}]")
                        .heartbeat()
                        .sessions())
                .extracting(Session::state)
                .containsExactly("getr.");
    }

    @Test
    void statesAreLowerCaseUnderEveryLocale() {
        assertThat(read("\"sessions\": [{\"id\": 4, \"user\": \"alice\", \"state\": \"DISCONNECTED\"}]")
                        .heartbeat()
                        .sessions())
                .extracting(Session::state)
                .containsExactly("disconnected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Active\\r\\n", "\\tActive", "\\u00a0Active\\u3000", "Active\\u0000", "Active\\u0000 "})
    void blanksAndControlCharactersAroundAStateDoNotCount(String state) {
        assertThat(read("\"sessions\": [{\"id\": 4, \"user\": \"alice\", \"state\": \"" + state + "\"}]")
                        .heartbeat()
                        .sessions())
                .extracting(Session::state)
                .containsExactly("active");
    }

    @Test
    void badSessionRowsDoNotSpoilTheOthers() {
        HeartbeatReport report = read("""
                "sessions": [3, null, {"id": "x", "user": "a"}, {"id": -1, "user": "a"}, {"id": 4294967296, "user": "a"},
                             {"id": 5, "user": 7}, {"user": "no id"},
                             {"id": 6, "user": "al\\u0000ice", "state": "Act\\u0000ive"},
                             {"id": 7, "user": "bob", "state": 1, "logon_at": "yesterday"}]
                """);

        assertThat(report.heartbeat().sessions()).extracting(Session::id).containsExactly(6L, 7L);
        assertThat(report.heartbeat().sessions().get(1).logonAt()).isNull();
        assertThat(report.heartbeat().sessions().toString()).doesNotContain("\u0000");
        assertThat(report.flags())
                .contains(
                        "unreadable:sessions",
                        "unreadable:sessions.id",
                        "unreadable:sessions.user",
                        "unreadable:sessions.logon_at");
    }

    @Test
    void anEndlessUserNameIsNobody() {
        HeartbeatReport report =
                read("\"sessions\": [{\"id\": 4, \"user\": \"" + "a".repeat(600) + "\", \"state\": \"Active\"}]");

        assertThat(report.heartbeat().sessions()).isEmpty();
        assertThat(report.flags()).containsExactly("unreadable:sessions.user");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "unknown",
            value = {
                "2026-03-02T08:00:00Z, 2026-03-02T08:00:00Z",
                "2026-03-02T08:00:00.1234567Z, 2026-03-02T08:00:00.123456Z",
                "2026-03-02T10:00:00+02:00, 2026-03-02T08:00:00Z",
                "2026-03-02T10:00:00+0200, 2026-03-02T08:00:00Z",
                "2026-03-02 08:00:00, 2026-03-02T08:00:00Z",
                "2026-03-02T08:00, 2026-03-02T08:00:00Z",
                "2026-03-02T08:00:00.5-0030, 2026-03-02T08:30:00.500Z",
                "2026-03-02T08:00:00+02:00Z, unknown",
                "0001-01-01T00:00:00Z, unknown",
                "1601-01-01T00:00:00Z, unknown",
                "2026-03-02T15:00:00Z, 2026-03-02T12:00:00Z",
                "02.03.2026 08:00, unknown"
            })
    void logonTimesAreReadTolerantly(String reported, Instant taken) {
        assertThat(read("\"sessions\": [{\"id\": 4, \"user\": \"a\", \"logon_at\": \"" + reported + "\"}]")
                        .heartbeat()
                        .sessions()
                        .get(0)
                        .logonAt())
                .isEqualTo(taken);
    }

    @Test
    void aClockThatIsWrongIsFlaggedAndNotUsed() {
        HeartbeatReport report = read("\"time\": \"2026-03-02T13:00:00Z\"");

        assertThat(report.heartbeat().receivedAt()).isEqualTo(NOON);
        assertThat(report.flags()).containsExactly("skewed:time");
        assertThat(report.details().path("clock_offset_seconds").longValue()).isEqualTo(3600);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "rd\\u0000s",
                "host/..",
                "http://x",
                "rds-01:3389",
                "10.0.0.7:3389",
                "[10.0.0.7]:1",
                "a..b"
            })
    void aHostNameThatIsNoneIsNotTaken(String name) {
        HeartbeatReport report = read("\"server\": {\"hostname\": \"" + name + "\"}");

        assertThat(report.identity().hostname()).isNull();
        assertThat(report.flags()).containsExactly("unreadable:server.hostname");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65536", "-1", "\"3389\""})
    void aPortThatIsNoneIsNotTaken(String port) {
        HeartbeatReport report = read("\"port\": " + port);

        assertThat(report.identity().port()).isNull();
        assertThat(report.flags()).containsExactly("unreadable:port");
    }

    @Test
    void version3IsTakenToo() {
        assertThat(HeartbeatParser.parse("a1", Reports.json("{\"protocol_version\": 3}"), NOON))
                .isInstanceOf(HeartbeatParser.Read.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | body: must be a JSON object",
                "{} | protocol_version: must be 3 or 4",
                "{\"protocol_version\": 2} | protocol_version: must be 3 or 4",
                "{\"protocol_version\": \"4\"} | protocol_version: must be 3 or 4",
                "{\"protocol_version\": 4.0} | protocol_version: must be 3 or 4",
                "{\"protocol_version\": 4, \"server\": []} | server: must be an object",
                "{\"protocol_version\": 4, \"health\": 1} | health: must be an object",
                "{\"protocol_version\": 4, \"sessions\": {}} | sessions: must be a list",
                "{\"protocol_version\": 4, \"remote_apps\": \"x\"} | remote_apps: must be a list"
            })
    void aWrongShapeIsRefused(String body, String reason) {
        HeartbeatParser.Parsed parsed = HeartbeatParser.parse("a1", Reports.json(body), NOON);

        assertThat(((HeartbeatParser.Refused) parsed).violations())
                .extracting(Object::toString)
                .containsExactly(reason);
    }

    private static HeartbeatReport read(String fields) {
        return Reports.read("a1", NOON, fields);
    }
}
