package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that ends by itself. */
class PostgresKeeperIT {
    private static final Path BINARIES = Path.of("target", "postgres-binaries").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A migrated database, to copy from: faster than to make a new one for each test. */
    @TempDir
    static Path prepared;

    @TempDir
    Path temporary;

    private Path data = Path.of("");

    @BeforeAll
    static void prepareADatabase() {
        Database.start(DatabaseConfig.embeddedIn(prepared, BINARIES), new MetricRegistry())
                .close();
    }

    @BeforeEach
    void copyTheDatabase() throws Exception {
        data = temporary.resolve("postgres");
        Process copy = new ProcessBuilder("cp", "-a", prepared.toString(), data.toString())
                .inheritIO()
                .start();
        assertThat(copy.waitFor()).isZero();
    }

    @Test
    void isStartedAgainAndHasItsDataWheneverItIsKilled() throws Exception {
        try (Database database = start()) {
            for (int id = 1; id <= 2; id++) {
                insert(database, "farm-" + id);
                kill();
                await().atMost(PATIENCE).until(() -> database.problem().isEmpty());
            }

            insert(database, "farm-3");
            assertThat(farms(database)).containsExactly("farm-1", "farm-2", "farm-3");
        }
        assertNoServer();
    }

    @Test
    void isTriedAgainWhenItDoesNotStart() throws Exception {
        Path settings = data.resolve("cluster").resolve("postgresql.conf");
        try (Database database = start()) {
            insert(database, "kept");
            String right = Files.readString(settings);
            Files.writeString(settings, "\nnonsense = 1\n", StandardOpenOption.APPEND);
            kill();
            await().atMost(PATIENCE).until(this::failedToStart);

            Files.writeString(settings, right);

            await().atMost(PATIENCE).until(() -> database.problem().isEmpty());
            assertThat(farms(database)).containsExactly("kept");
        }
    }

    @Test
    void isNotStartedAgainAfterTheClose() throws Exception {
        Database database = start();
        kill();

        database.close();

        assertNoServer();
    }

    @Test
    void isStoppedWhenItIsClosedWhileItStartsAgain() throws Exception {
        Database database = start();
        insert(database, "kept");
        long killed = kill();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> pid() != 0 && pid() != killed);

        database.close();

        assertNoServer();
        try (Database after = start()) {
            assertThat(farms(after)).containsExactly("kept");
        }
    }

    private Database start() {
        return Database.start(DatabaseConfig.embeddedIn(data, BINARIES), new MetricRegistry());
    }

    private boolean failedToStart() throws IOException {
        try {
            return Files.readString(data.resolve("postgres.log")).contains("nonsense");
        } catch (NoSuchFileException e) {
            return false; // as it is for a moment before each start
        }
    }

    private long kill() throws IOException {
        long pid = pid();
        ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
        assertThat(server.destroyForcibly()).isTrue();
        assertThat(server.onExit()).succeedsWithin(PATIENCE);
        return pid;
    }

    /** The number of the server's process, or 0 when it names none. */
    private long pid() throws IOException {
        try {
            List<String> lines = Files.readAllLines(data.resolve("cluster").resolve("postmaster.pid"));
            return lines.isEmpty() ? 0 : Long.parseLong(lines.get(0).strip());
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private void assertNoServer() {
        assertThat(ProcessHandle.allProcesses()
                        .flatMap(process -> process.info().commandLine().stream())
                        .filter(line -> line.contains(data.toString())))
                .isEmpty();
    }

    private static void insert(Database database, String id) {
        database.jdbi().useHandle(handle -> handle.execute("INSERT INTO farm (farm_id, name) VALUES (?, ?)", id, id));
    }

    private static List<String> farms(Database database) {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT farm_id FROM farm ORDER BY farm_id")
                        .mapTo(String.class)
                        .list());
    }
}
