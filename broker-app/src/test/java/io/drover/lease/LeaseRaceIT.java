package io.drover.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three instances and two operators at once; a history with the database's own commit times tells what went wrong. */
@Timeout(120)
class LeaseRaceIT {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseRaceIT.class);

    /** A server of its own, because it must write commit times down. */
    private static Database database;

    /** The function that takes the locks, as the migrations have it. */
    private static String locks = "";

    private long failedStatements;

    private static Jdbi jdbi() {
        return database.jdbi();
    }

    @BeforeAll
    static void startServer(@TempDir Path folder) {
        DatabaseConfig config = DatabaseConfig.embeddedIn(
                folder.resolve("data"), Path.of("target", "postgres-binaries").toAbsolutePath());
        Database first = Database.start(config, new MetricRegistry());
        first.jdbi().useHandle(handle -> handle.execute("ALTER SYSTEM SET track_commit_timestamp = on"));
        first.stop();
        database = Database.start(config, new MetricRegistry());
        locks = jdbi().withHandle(handle -> handle.createQuery("SELECT pg_get_functiondef('lock_persons'::regproc)")
                .mapTo(String.class)
                .one());
    }

    @AfterAll
    static void stopServer() {
        database.stop();
    }

    @BeforeEach
    void fill() throws SQLException {
        LeaseTables.fill(jdbi(), LeaseRace.hosts().toArray(String[]::new));
        LeaseHistory.record(jdbi());
    }

    @AfterEach
    void putTheLocksBack() throws SQLException {
        execute(locks);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.open("test");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private LeaseHistory race(int goal) throws Exception {
        long seed = Long.getLong("lease.race.seed", System.nanoTime());
        ExecutorService completions = Executors.newFixedThreadPool(3);
        List<LeaseWriter> writers = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                LeaseWriter writer = new LeaseWriter(
                        () -> database.open("race"), LeaseWriterSettings.defaults(), completions, () -> {});
                writer.start();
                writers.add(writer);
            }
            LeaseRace race = new LeaseRace(jdbi(), seed, goal);
            LeaseHistory history = LeaseHistory.read(jdbi(), race.run(writers));
            report(seed, race, history, writers);
            return history;
        } finally {
            for (LeaseWriter writer : writers) {
                writer.stop();
            }
            completions.shutdown();
        }
    }

    private void report(long seed, LeaseRace race, LeaseHistory history, List<LeaseWriter> writers) {
        failedStatements = writers.stream()
                .mapToLong(writer -> writer.counts().sqlErrors())
                .sum();
        LOG.info(
                "seed {}: {}; {} late, {} split, {} failed statements",
                seed,
                race.summary(),
                history.late().size(),
                history.splits().size(),
                failedStatements);
    }

    @Test
    void noLeaseIsLateAndNobodyIsSplit() throws Exception {
        LeaseHistory history = race(Integer.getInteger("lease.race.grants", 3000));

        assertThat(failedStatements).isZero();
        assertThat(history.unknown()).isEmpty();
        assertThat(history.late()).isEmpty();
        assertThat(history.splits()).isEmpty();
        assertThat(history.disorder()).isEmpty();
    }

    /** That the race and its history can tell: without the gate there are late leases. */
    @Test
    void withoutTheGateLeasesAreLate() throws Exception {
        execute(locks.replace("PERFORM pg_advisory_xact_lock_shared(control_gate());", ""));

        assertThat(race(1500).late()).isNotEmpty();
    }

    /** That the race and its history can tell: without the persons' locks people are split. */
    @Test
    void withoutThePersonsLocksPeopleAreSplit() throws Exception {
        execute(locks.replace("PERFORM pg_advisory_xact_lock(h) FROM unnest(p_locks) AS h;", ""));

        assertThat(race(1500).splits()).isNotEmpty();
    }
}
