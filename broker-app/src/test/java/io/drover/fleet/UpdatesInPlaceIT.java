package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.connection.Connection.State;
import io.drover.connection.ConnectionDao;
import io.drover.connection.PlacedUser;
import io.drover.database.DatabaseExtension;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Kind;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.lease.LeaseWriter;
import io.drover.lease.LeaseWriterSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that are written again and again stay in their page: then no index hears of it, PostgreSQL makes room for the
 * next time by itself, and the table does not grow however late it is vacuumed.
 */
class UpdatesInPlaceIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final int ROWS = 100;
    private static final int HOSTS = 20;
    private static final int ROUNDS = 30;
    private static final int SETTLED = 5;

    /** Two pages: which leases share a batch is left to chance. */
    private static final long ROOM = 2 * 8_192;

    @BeforeEach
    void enrol() {
        database.execute("TRUNCATE agent, heartbeat, lease, connection");
        for (String table : List.of("heartbeat", "lease", "connection")) { // what reads a table keeps its old rows
            database.execute("ALTER TABLE " + table + " SET (autovacuum_enabled = false)");
        }
        database.execute("""
                INSERT INTO agent (agent_id, machine_id, token_hash, hostname, control_version)
                SELECT 'rds-' || i, 'rds-' || i, '', 'rds', 1 FROM generate_series(0, %d) AS i
                """.formatted(ROWS - 1));
    }

    @Test
    void leases() throws Exception {
        Connection connection = database.database().open("lease");
        ExecutorService completions = Executors.newSingleThreadExecutor();
        LeaseWriter writer = new LeaseWriter(() -> connection, LeaseWriterSettings.defaults(), completions, () -> {});
        writer.start();
        Map<String, Long> revs = new HashMap<>();
        try {
            again("lease", round -> {
                Map<String, CompletableFuture<LeaseOutcome>> asked = new HashMap<>();
                for (int i = 0; i < ROWS; i++) {
                    LeaseRequest request = request("user-" + i, "rds-" + (i + round) % ROWS, revs);
                    asked.put(request.person(), writer.commit(request).toCompletableFuture());
                }
                asked.forEach((person, outcome) -> revs.put(
                        person, ((LeaseOutcome.Granted) outcome.join()).lease().rev()));
            });
            tellTheServer(connection);
        } finally {
            writer.stop();
            completions.shutdownNow();
        }

        assertThat(inPlace("lease")).isGreaterThan(80);
    }

    /** Of hosts with few sessions, and with so many that compressed they are longer than 2 kB. */
    @ParameterizedTest
    @ValueSource(ints = {1, 90})
    void heartbeats(int sessions) throws Exception {
        try (Handle handle = database.jdbi().open()) {
            HeartbeatDao heartbeats = handle.attach(HeartbeatDao.class);
            again("heartbeat", round -> {
                List<HeartbeatReport> reports = new ArrayList<>();
                for (int i = 0; i < HOSTS; i++) {
                    reports.add(Reports.read("rds-" + i, NOON.plusSeconds(round), """
                            "boot_id": "b1", "seq": %d, "health": {"score": %d}, "server": {"cpu_percent": %d},
                            "sessions": [%s]
                            """.formatted(
                                    round, 100 - round, round, sessions(i, sessions))));
                }
                assertThat(heartbeats.write(HeartbeatBatch.of(reports), 300)).hasSize(HOSTS);
            });
            tellTheServer(handle.getConnection());
        }

        assertThat(inPlace("heartbeat")).isGreaterThan(95);
    }

    /** Users whose names have nothing in common. */
    private static String sessions(int host, int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        """
                        {"id": %d, "user": "%s", "domain": "CORP", "state": "Active"}
                        """.formatted(i, Long.toString(((host * 1_000L + i + 1) * 0x9E3779B97F4A7C15L) >>> 8, 36)))
                .collect(Collectors.joining(","));
    }

    @Test
    void renewedConnections() throws Exception {
        List<PlacedUser> users = IntStream.range(0, ROWS)
                .mapToObj(i -> new PlacedUser("d-" + i, "user-" + i, "corp", "rds-" + i, i))
                .toList();
        List<String> ids = users.stream().map(PlacedUser::decisionId).toList();
        try (Handle handle = database.jdbi().open()) {
            ConnectionDao connections = handle.attach(ConnectionDao.class);
            connections.report(State.OPEN, null, "node-1", users);
            again(
                    "connection",
                    round -> assertThat(connections.renew("node-1", ids)).hasSize(ROWS));
            tellTheServer(handle.getConnection());
        }

        assertThat(inPlace("connection")).isGreaterThan(95);
    }

    private interface Round {
        void run(int round);
    }

    private static void again(String table, Round task) {
        for (int round = 0; round < SETTLED; round++) {
            task.run(round);
        }
        long settled = bytes(table);
        for (int round = SETTLED; round < ROUNDS; round++) {
            task.run(round);
        }
        assertThat(bytes(table)).as("bytes of table and indexes").isLessThanOrEqualTo(settled + ROOM);
    }

    private static LeaseRequest request(String person, String agentId, Map<String, Long> revs) {
        Long rev = revs.get(person);
        return new LeaseRequest(
                person,
                "",
                "office",
                "",
                agentId,
                rev == null ? Set.of() : Set.of(rev),
                false,
                Kind.GRANT,
                Duration.ofMinutes(15),
                List.of(new Check(Subject.AGENT, agentId, 1)));
    }

    /** A connection keeps its counts to itself for a while, unless it is asked. */
    private static void tellTheServer(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
        }
    }

    private static long inPlace(String table) {
        return number("SELECT 100 * n_tup_hot_upd / nullif(n_tup_upd, 0) FROM pg_stat_user_tables WHERE relname = '"
                + table + "'");
    }

    /** Of the rows, what is kept apart from them, and the indexes alone: a vacuum may make maps of free space. */
    private static long bytes(String table) {
        return number("SELECT sum(pg_relation_size(c.oid)) FROM pg_class c WHERE c.relname = '" + table
                + "' OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = CAST('" + table + "' AS regclass))"
                + " OR c.oid = (SELECT reltoastrelid FROM pg_class WHERE oid = CAST('" + table + "' AS regclass))");
    }

    private static long number(String sql) {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }
}
