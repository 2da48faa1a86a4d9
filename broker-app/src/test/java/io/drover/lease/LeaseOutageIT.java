package io.drover.lease;

import static io.drover.lease.LeaseRequests.alice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.codahale.metrics.MetricRegistry;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import io.drover.lease.LeaseOutcome.Granted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server goes away and comes back, gently and not. */
@Timeout(120)
class LeaseOutageIT {

    private static final int CLIENTS = 8;

    private final AtomicInteger losses = new AtomicInteger();
    private final ExecutorService completions = Executors.newFixedThreadPool(2);
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final DatabaseConfig config;
    private final Path cluster;
    private Database database;
    private final LeaseWriter writer;

    LeaseOutageIT(@TempDir Path folder) throws IOException {
        cluster = folder.resolve("data").resolve("cluster");
        config = configOf(folder.resolve("data"), freePort());
        database = Database.start(config, new MetricRegistry());
        writer = new LeaseWriter(
                () -> database.open("lease"), LeaseWriterSettings.defaults(), completions, losses::incrementAndGet);
    }

    private static DatabaseConfig configOf(Path data, int port) {
        Path binaries = Path.of("target", "postgres-binaries").toAbsolutePath();
        return DatabaseConfig.of(true, data, binaries, port, null, null, null, null, null, null, null);
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    @BeforeEach
    void fill() {
        LeaseTables.fill(database.jdbi(), "rds-1");
        writer.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        writer.stop();
        clients.shutdown();
        completions.shutdown();
        database.stop();
    }

    private Lease granted(LeaseRequest request) {
        return ((Granted) writer.commit(request).toCompletableFuture().join()).lease();
    }

    private List<Lease> current() {
        return database.jdbi().onDemand(LeaseDao.class).current();
    }

    private void restart() {
        database.stop();
        database = Database.start(config, new MetricRegistry());
    }

    @Test
    void callersHearQuicklyThatTheStorageIsDownAndAreServedAgainWhenItIsBack() {
        Lease before = granted(alice().to("rds-1"));
        database.stop();
        long start = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> granted(LeaseRequests.of("bob").to("rds-1")))
                    .withCauseInstanceOf(StorageUnavailableException.class);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        restart();

        Lease after = granted(LeaseRequests.of("bob").to("rds-1"));
        assertThat(current()).containsExactlyInAnyOrder(before, after);
        assertThat(losses).hasValue(1);
    }

    /** The server's own default would lose the last of them. */
    @Test
    void whatWasAcknowledgedIsThereAfterACrash() throws Exception {
        database.jdbi().useHandle(handle -> handle.execute("ALTER DATABASE postgres SET synchronous_commit = off"));
        Queue<Lease> acknowledged = new ConcurrentLinkedQueue<>();
        List<Future<?>> running = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            String name = "user" + client + "-";
            running.add(clients.submit(() -> grantUntilTheServerIsGone(name, acknowledged)));
        }
        Blocker.await(() -> acknowledged.size() > 500);
        crash();
        for (Future<?> client : running) {
            client.get();
        }
        restart();

        assertThat(current()).containsAll(acknowledged);
        assertThat(granted(alice().to("rds-1")).agentId()).isEqualTo("rds-1");
    }

    private void grantUntilTheServerIsGone(String name, Queue<Lease> acknowledged) {
        try {
            for (int i = 0; i < 1_000_000; i++) {
                acknowledged.add(granted(LeaseRequests.of(name + i).to("rds-1")));
            }
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(StorageUnavailableException.class);
        }
    }

    /** Without a checkpoint, without writing anything more. */
    private void crash() throws IOException, InterruptedException {
        String pid =
                Files.readAllLines(cluster.resolve("postmaster.pid")).get(0).strip();
        assertThat(new ProcessBuilder("kill", "-QUIT", pid).start().waitFor()).isZero();
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(server -> server.onExit().join());
    }
}
