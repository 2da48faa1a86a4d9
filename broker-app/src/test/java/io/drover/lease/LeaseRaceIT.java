package io.drover.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three instances and two operators at once; a history with the database's own commit times tells what went wrong. */
@Timeout(120)
class LeaseRaceIT {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseRaceIT.class);

    /** A server of its own, because it must write commit times down. */
    private static Database database;

    private static Jdbi jdbi() {
        return database.jdbi();
    }

    @BeforeAll
    static void startServer() throws IOException {
        Path target = Path.of("target").toAbsolutePath();
        DatabaseConfig config = DatabaseConfig.embeddedIn(
                Files.createTempDirectory(target, "race-postgres-"), target.resolve("postgres-binaries"));
        Database first = Database.start(config, new MetricRegistry());
        first.jdbi().useHandle(handle -> handle.execute("ALTER SYSTEM SET track_commit_timestamp = on"));
        first.stop();
        database = Database.start(config, new MetricRegistry());
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
            LOG.info(
                    "seed {}: {}; late {}, split {}",
                    seed,
                    race.summary(),
                    history.late().size(),
                    history.splits().size());
            writers.forEach(writer -> LOG.info("{}", writer.counts()));
            assertThat(writers)
                    .allSatisfy(
                            writer -> assertThat(writer.counts().sqlErrors()).isZero());
            return history;
        } finally {
            for (LeaseWriter writer : writers) {
                writer.stop();
            }
            completions.shutdown();
        }
    }

    @Test
    void noLeaseIsLateAndNobodyIsSplit() throws Exception {
        LeaseHistory history = race(Integer.getInteger("lease.race.grants", 5000));

        assertThat(history.unknown()).isEmpty();
        assertThat(history.late()).isEmpty();
        assertThat(history.splits()).isEmpty();
        assertThat(history.disorder()).isEmpty();
    }
}
