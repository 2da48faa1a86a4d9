package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.control.Race;
import io.drover.database.DatabaseExtension;
import io.drover.identity.UserName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HeartbeatDaoIT {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final HeartbeatDao dao = database.jdbi().onDemand(HeartbeatDao.class);

    @BeforeEach
    void twoAgents() {
        database.jdbi().useHandle(handle -> {
            handle.execute("TRUNCATE agent, heartbeat");
            for (String id : List.of("a1", "a2")) {
                handle.execute(
                        "INSERT INTO agent (agent_id, machine_id, token_hash, hostname) VALUES (?, ?, '', 'rds')",
                        id,
                        id);
            }
        });
    }

    @Test
    void aHeartbeatComesBackAsItWasWritten() {
        HeartbeatReport full = Reports.read("a1", NOON.plusNanos(123_456_000), """
                "boot_id": "b1", "seq": 7, "max_sessions": 30, "agent_version": "2.1",
                "server": {"hostname": "rds-01", "cpu_percent": 12.5, "memory_total": 100, "memory_available": 25,
                           "uptime_seconds": 99},
                "health": {"score": 90, "rdp_listener_ok": true},
                "sessions": [{"id": 3, "user": "alice", "domain": "CORP", "state": "Active",
                              "logon_at": "2026-03-02T08:00:00.5Z"},
                             {"id": 4, "user": "bob", "state": "Disconnected"}],
                "remote_apps": [{"resource_id": "sage", "alias": "||Sage", "published": true, "path_exists": true,
                                 "in_sync": false, "error": "no icon"}]
                """);
        HeartbeatReport bare = Reports.read("a2", NOON, "\"sessions\": null");

        assertThat(write(full, bare)).containsExactlyInAnyOrder("a1", "a2");

        assertThat(dao.byIds(List.of("a1", "a2"))).containsExactlyInAnyOrder(full.heartbeat(), bare.heartbeat());
        assertThat(dao.byIds(List.of("a1", "nobody"))).containsExactly(full.heartbeat());
        assertThat(full.heartbeat().sessions().get(0).user()).isEqualTo(new UserName("alice", "corp"));
        assertThat(dao.report("a1").orElseThrow().path("agent_version").textValue())
                .isEqualTo("2.1");
    }

    @Test
    void withinABootTheHigherNumberStays() {
        write(beat("b1", 12L, 0));

        assertThat(write(beat("b1", 11L, 1))).isEmpty();
        assertThat(write(beat("b1", 12L, 2))).isEmpty();
        assertThat(write(beat("b1", 13L, 3))).containsExactly("a1");
        assertThat(dao.byIds(List.of("a1", "a2")).get(0).seq()).isEqualTo(13);
    }

    @Test
    void anotherBootBeginsAnew() {
        write(beat("b1", 900L, 0));

        assertThat(write(beat("b2", 1L, 1))).containsExactly("a1");
        assertThat(write(beat("b3", 5L, -10))).as("it arrived before").isEmpty();
    }

    @Test
    void withoutNumbersTheLaterArrivalStays() {
        write(beat(null, null, 0));

        assertThat(write(beat(null, null, -1))).isEmpty();
        assertThat(write(beat(null, null, 1))).containsExactly("a1");
        assertThat(write(beat("b1", 4L, 2))).containsExactly("a1");
    }

    @Test
    void withoutABootIdAYoungUptimeShowsThatTheNumbersBeganAnew() {
        write(Reports.read("a1", NOON, "\"seq\": 900, \"server\": {\"uptime_seconds\": 5000}"));

        assertThat(write(
                        Reports.read("a1", NOON.plusSeconds(60), "\"seq\": 1, \"server\": {\"uptime_seconds\": 4990}")))
                .isEmpty();
        assertThat(write(Reports.read("a1", NOON.plusSeconds(90), "\"seq\": 1, \"server\": {\"uptime_seconds\": 30}")))
                .containsExactly("a1");
    }

    @Test
    void afterALongSilenceAnyNumberCounts() {
        write(beat("b1", 900L, 0));

        assertThat(write(beat("b1", 1L, 299))).isEmpty();
        assertThat(write(beat("b1", 1L, 301))).containsExactly("a1");
    }

    @Test
    void theHeartbeatOfAnAgentThatIsGoneIsLeftOut() {
        assertThat(write(Reports.of("gone", NOON, "b1", 1L), beat("b1", 1L, 0))).containsExactly("a1");
    }

    @Test
    void inWhateverOrderTwoInstancesWriteTheNewestStays() throws Exception {
        for (int round = 0; round < 20; round++) {
            String boot = "boot-" + round;
            List<Long> seqs = new ArrayList<>(List.of(1L, 2L, 3L, 4L, 5L, 6L));
            Collections.shuffle(seqs, new Random(round));
            int start = round * 100;

            Race.of(6, i -> () -> write(beat(boot, seqs.get(i), start + (int) (long) seqs.get(i))));

            assertThat(dao.byIds(List.of("a1", "a2")).get(0).seq()).isEqualTo(6);
        }
    }

    private List<String> write(HeartbeatReport... reports) {
        return dao.write(HeartbeatBatch.of(List.of(reports)), HeartbeatOrder.SILENCE.toSeconds());
    }

    private static HeartbeatReport beat(@Nullable String bootId, @Nullable Long seq, int second) {
        return Reports.of("a1", NOON.plusSeconds(second), bootId, seq);
    }
}
