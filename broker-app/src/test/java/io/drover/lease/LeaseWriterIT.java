package io.drover.lease;

import static io.drover.lease.LeaseRequests.agent;
import static io.drover.lease.LeaseRequests.alice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.drover.database.ConnectionSource;
import io.drover.database.DatabaseExtension;
import io.drover.lease.LeaseOutcome.Granted;
import io.drover.lease.LeaseOutcome.LeaseChanged;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How the writer behaves, apart from what it answers: batches, limits, and a database in trouble. */
@Timeout(60)
class LeaseWriterIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final LeaseWriterSettings PATIENT = new LeaseWriterSettings(
            128, 10_000, Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30));

    private final ExecutorService completions =
            Executors.newFixedThreadPool(2, work -> new Thread(work, "completions"));
    private final AtomicInteger losses = new AtomicInteger();
    private final List<LeaseWriter> writers = new ArrayList<>();
    private final List<Connection> opened = new ArrayList<>();

    @BeforeEach
    void fill() {
        LeaseTables.fill(database.jdbi(), "rds-1", "rds-2");
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (LeaseWriter writer : writers) {
            writer.stop();
        }
        completions.shutdownNow();
    }

    private LeaseWriter writer(LeaseWriterSettings settings) {
        return writer(settings, () -> {
            Connection connection = database.database().open("lease");
            opened.add(connection);
            return connection;
        });
    }

    private LeaseWriter writer(LeaseWriterSettings settings, ConnectionSource source) {
        LeaseWriter writer = new LeaseWriter(source, settings, completions, losses::incrementAndGet);
        writers.add(writer);
        writer.start();
        return writer;
    }

    private static Blocker hold(String person) throws SQLException {
        return Blocker.of(person, database.database().open("blocker"), database.jdbi());
    }

    /** Lets the writer hang in a batch with the person {@code stuck}. */
    private static void hang(LeaseWriter writer, Blocker stuck) {
        var unused = commit(writer, LeaseRequests.of("stuck").to("rds-1"));
        stuck.awaitVictim();
    }

    private static CompletableFuture<LeaseOutcome> commit(LeaseWriter writer, LeaseRequest request) {
        return writer.commit(request).toCompletableFuture();
    }

    private static Lease granted(LeaseWriter writer, LeaseRequest request) {
        return ((Granted) commit(writer, request).join()).lease();
    }

    private static void assertUnavailable(CompletableFuture<?> answer) {
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(answer::join)
                .withCauseInstanceOf(StorageUnavailableException.class);
    }

    private static List<Lease> current() {
        return database.jdbi().onDemand(LeaseDao.class).current();
    }

    private static void sql(String sql) {
        database.jdbi().useHandle(handle -> handle.execute(sql));
    }

    private static void terminateTheWritersBackend() {
        sql("""
                SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                 WHERE datname = current_database() AND application_name = 'drover-lease'
                """);
    }

    @Test
    void whatQueuesMeanwhileIsOneBatch() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        List<CompletableFuture<LeaseOutcome>> answers;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            answers = IntStream.range(0, 100)
                    .mapToObj(i -> commit(writer, LeaseRequests.of("user" + i).to("rds-1")))
                    .toList();
        }

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isInstanceOf(Granted.class));
        assertThat(writer.counts().batches()).isEqualTo(2);
        assertThat(writer.counts().rows()).isEqualTo(101);
    }

    @Test
    void aBatchIsBounded() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        List<CompletableFuture<LeaseOutcome>> answers;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            answers = IntStream.range(0, 129)
                    .mapToObj(i -> commit(writer, LeaseRequests.of("user" + i).to("rds-1")))
                    .toList();
        }

        answers.forEach(CompletableFuture::join);
        assertThat(writer.counts().batches()).isEqualTo(3);
    }

    @Test
    void eachCallerGetsTheAnswerToItsOwnDecision() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        Lease bobs = granted(writer, LeaseRequests.of("bob").to("rds-1"));
        CompletableFuture<LeaseOutcome> alice;
        CompletableFuture<LeaseOutcome> bob;
        CompletableFuture<LeaseOutcome> carol;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            alice = commit(writer, alice().to("rds-2"));
            bob = commit(writer, LeaseRequests.of("bob").to("rds-2"));
            carol = commit(writer, LeaseRequests.of("carol").to("rds-1", 7));
        }

        assertThat(((Granted) alice.join()).lease().person()).isEqualTo("alice");
        assertThat(bob.join()).isEqualTo(new LeaseChanged(List.of(bobs)));
        assertThat(carol.join()).isEqualTo(new LeaseOutcome.ControlChanged(List.of(agent("rds-1", 1))));
        assertThat(writer.counts().batches()).isEqualTo(3);
    }

    @Test
    void whatTheDatabaseCannotTakeFailsItsOwnCallersOnly() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        CompletableFuture<LeaseOutcome> alice;
        CompletableFuture<LeaseOutcome> poisonous;
        CompletableFuture<LeaseOutcome> bob;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            alice = commit(writer, alice().to("rds-1"));
            poisonous = commit(writer, LeaseRequests.of("car\u0000l").to("rds-1"));
            bob = commit(writer, LeaseRequests.of("bob").to("rds-2"));
        }

        assertThat(alice.join()).isInstanceOf(Granted.class);
        assertThat(bob.join()).isInstanceOf(Granted.class);
        assertUnavailable(poisonous);
        assertThat(writer.counts().sqlErrors()).isEqualTo(1);
        assertThat(losses).hasValue(0);
    }

    @Test
    void equalDecisionsShareARow() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        List<CompletableFuture<LeaseOutcome>> answers;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            answers = Stream.generate(() -> commit(writer, alice().to("rds-1")))
                    .limit(10)
                    .toList();
        }

        assertThat(answers.stream().map(CompletableFuture::join).distinct())
                .singleElement()
                .isInstanceOf(Granted.class);
        assertThat(writer.counts().coalesced()).isEqualTo(9);
    }

    @Test
    void aSecondDecisionAboutAPersonIsJudgedAfterTheFirst() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        CompletableFuture<LeaseOutcome> first;
        CompletableFuture<LeaseOutcome> second;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            first = commit(writer, alice().to("rds-1"));
            second = commit(writer, alice().domain("corp").to("rds-2"));
        }

        Lease lease = ((Granted) first.join()).lease();
        assertThat(second.join()).isEqualTo(new LeaseChanged(List.of(lease)));
        assertThat(writer.counts().batches()).isEqualTo(3);
    }

    @Test
    void aFullQueueTurnsCallersAwayAtOnce() throws SQLException {
        LeaseWriter writer = writer(new LeaseWriterSettings(
                128, 2, PATIENT.maxWait(), PATIENT.statementTimeout(), PATIENT.socketTimeout()));
        CompletableFuture<LeaseOutcome> first;
        CompletableFuture<LeaseOutcome> second;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            first = commit(writer, LeaseRequests.of("bob").to("rds-1"));
            second = commit(writer, LeaseRequests.of("carol").to("rds-1"));

            assertUnavailable(commit(writer, alice().to("rds-1")));
            assertThat(writer.counts().rejected()).isEqualTo(1);
        }
        assertThat(first.join()).isInstanceOf(Granted.class);
        assertThat(second.join()).isInstanceOf(Granted.class);
    }

    @Test
    void nobodyWaitsForeverWhileTheWriterHangs() throws SQLException {
        LeaseWriter writer = writer(new LeaseWriterSettings(
                128, 10, Duration.ofSeconds(1), PATIENT.statementTimeout(), PATIENT.socketTimeout()));
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            assertUnavailable(commit(writer, alice().to("rds-1")));
        }

        assertThat(granted(writer, LeaseRequests.of("bob").to("rds-1")).agentId())
                .isEqualTo("rds-1");
        assertThat(current()).extracting(Lease::person).doesNotContain("alice");
        assertThat(writer.counts().timeouts()).isEqualTo(2);
    }

    @Test
    void aStatementThatTakesTooLongFailsItsCallersOnly() throws SQLException {
        LeaseWriter writer = writer(
                new LeaseWriterSettings(128, 10, PATIENT.maxWait(), Duration.ofSeconds(1), PATIENT.socketTimeout()));
        granted(writer, LeaseRequests.of("bob").to("rds-1"));
        try (Blocker blocker = hold("stuck")) {
            CompletableFuture<LeaseOutcome> stuck =
                    commit(writer, LeaseRequests.of("stuck").to("rds-1"));
            blocker.awaitVictim();
            CompletableFuture<LeaseOutcome> next = commit(writer, alice().to("rds-1"));

            assertUnavailable(stuck);
            assertThat(next.join()).isInstanceOf(Granted.class);
        }
        assertThat(writer.counts().sqlErrors()).isEqualTo(1);
        assertThat(losses).hasValue(0);
    }

    @Test
    void aSilentConnectionIsGivenUp() throws SQLException {
        LeaseWriter writer = writer(new LeaseWriterSettings(
                128, 10, PATIENT.maxWait(), PATIENT.statementTimeout(), Duration.ofMillis(1_500)));
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            Blocker.await(() -> losses.get() > 0);
        }

        assertThat(granted(writer, alice().to("rds-1")).agentId()).isEqualTo("rds-1");
    }

    @Test
    void aBatchWhoseConnectionIsCutIsWrittenByTheNext() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        CompletableFuture<LeaseOutcome> cut;
        try (Blocker blocker = hold("alice")) {
            cut = commit(writer, alice().to("rds-1"));
            blocker.awaitVictim();
            terminateTheWritersBackend();
        }

        assertThat(cut.join()).isInstanceOf(Granted.class);
        assertThat(writer.counts().retries()).isEqualTo(1);
        assertThat(losses).hasValue(1);
    }

    @Test
    void anIdleConnectionThatWasCutIsReplaced() {
        LeaseWriter writer = writer(PATIENT);
        granted(writer, LeaseRequests.of("bob").to("rds-1"));
        terminateTheWritersBackend();

        assertThat(granted(writer, alice().to("rds-1")).agentId()).isEqualTo("rds-1");
        assertThat(losses).hasValue(1);
    }

    /** Its password was changed, or its database is made anew: users may be placed without it for a while. */
    @Test
    void aDatabaseThatRefusesTheLoginIsAway() {
        LeaseWriter writer =
                writer(PATIENT, () -> DriverManager.getConnection(database.url(), database.user(), "not the password"));

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(commit(writer, alice().to("rds-1"))::join)
                .havingCause()
                .isInstanceOfSatisfying(
                        StorageUnavailableException.class,
                        fault -> assertThat(fault.isAway()).isTrue());
    }

    @Test
    void anErrorFailsItsCallersOnly() {
        AtomicInteger attempts = new AtomicInteger();
        LeaseWriter writer = writer(PATIENT, () -> {
            if (attempts.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("the test says so");
            }
            return database.database().open("lease");
        });

        assertUnavailable(commit(writer, alice().to("rds-1")));
        assertThat(granted(writer, alice().to("rds-1")).agentId()).isEqualTo("rds-1");
        assertThat(writer.isRunning()).isTrue();
    }

    @Test
    void whatWasSeenBeforeALossProvesNothing() throws SQLException {
        LeaseWriter writer = writer(PATIENT);
        Lease lease = granted(writer, alice().to("rds-1"));
        CompletableFuture<LeaseOutcome> queued;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            queued = commit(writer, alice().knowing(lease).to("rds-1"));
            terminateTheWritersBackend();
        }

        assertThat(queued.join()).isEqualTo(new LeaseChanged(List.of(lease)));
        assertThat(granted(writer, alice().knowing(lease).to("rds-1")).rev()).isGreaterThan(lease.rev());
    }

    @Test
    void aLeaseWhoseAnswerWasLostIsFound() {
        LostAnswers lostAnswers = new LostAnswers(() -> database.database().open("lease"));
        LeaseWriter writer = writer(PATIENT, lostAnswers);
        lostAnswers.loseNext();
        LeaseOutcome outcome = commit(writer, alice().to("rds-1")).join();

        assertThat(outcome).isEqualTo(new LeaseChanged(current()));
        assertThat(current()).extracting(Lease::agentId).containsExactly("rds-1");
    }

    @Test
    void whoWaitsBehindADeadConnectionHearsOfItAtOnce() throws SQLException {
        AtomicInteger attempts = new AtomicInteger();
        AtomicBoolean refuses = new AtomicBoolean();
        LeaseWriterSettings onePerBatch =
                new LeaseWriterSettings(1, 100, PATIENT.maxWait(), PATIENT.statementTimeout(), PATIENT.socketTimeout());
        LeaseWriter writer = writer(onePerBatch, () -> {
            attempts.incrementAndGet();
            if (refuses.get()) {
                throw new SQLException("refused", "08001");
            }
            return database.database().open("lease");
        });
        List<CompletableFuture<LeaseOutcome>> waiting;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            waiting = IntStream.range(0, 20)
                    .mapToObj(i -> commit(writer, LeaseRequests.of("user" + i).to("rds-1")))
                    .toList();
            refuses.set(true);
            terminateTheWritersBackend();
            waiting.forEach(LeaseWriterIT::assertUnavailable);
        }
        assertThat(attempts).hasValue(2);
        refuses.set(false);

        assertThat(granted(writer, alice().to("rds-1")).agentId()).isEqualTo("rds-1");
        assertThat(losses).hasValue(1);
    }

    @Test
    void anErrorOfTheDatabaseFailsItsCallersAndIsCounted() {
        LeaseWriter writer = writer(PATIENT);
        sql("ALTER TABLE lease RENAME TO lease_away");
        try {
            assertUnavailable(commit(writer, alice().to("rds-1")));
        } finally {
            sql("ALTER TABLE lease_away RENAME TO lease");
        }

        assertThat(granted(writer, alice().to("rds-1")).agentId()).isEqualTo("rds-1");
        assertThat(writer.counts().sqlErrors()).isEqualTo(1);
    }

    @Test
    void callersThatBlockDoNotHoldTheWriterUp() {
        LeaseWriter writer = writer(PATIENT);
        CountDownLatch others = new CountDownLatch(1);
        List<String> threads = new ArrayList<>();
        CompletableFuture<Void> slow = commit(writer, alice().to("rds-1")).thenAccept(outcome -> {
            threads.add(Thread.currentThread().getName());
            awaitLatch(others);
        });
        granted(writer, LeaseRequests.of("bob").to("rds-1"));
        others.countDown();
        slow.join();

        assertThat(threads).doesNotContain("lease-writer");
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStoppedWriterWritesWhatHasQueuedAndTakesNothingMore() throws Exception {
        LeaseWriter writer = writer(PATIENT);
        CompletableFuture<LeaseOutcome> queued;
        CompletableFuture<Void> stopped;
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            queued = commit(writer, alice().to("rds-1"));
            stopped = CompletableFuture.runAsync(() -> stop(writer), completions);
            Blocker.await(
                    () -> commit(writer, LeaseRequests.of("late").to("rds-1")).isDone());
        }
        stopped.join();

        assertThat(queued.join()).isInstanceOf(Granted.class);
        assertThat(writer.isRunning()).isFalse();
        assertUnavailable(commit(writer, LeaseRequests.of("bob").to("rds-1")));
    }

    private static void stop(LeaseWriter writer) {
        try {
            writer.stop();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aWriterThatHangsIsStoppedAllTheSame() throws Exception {
        LeaseWriter writer = writer(new LeaseWriterSettings(
                128, 10, Duration.ofMillis(300), PATIENT.statementTimeout(), PATIENT.socketTimeout()));
        try (Blocker blocker = hold("stuck")) {
            hang(writer, blocker);
            writer.stop();
            Blocker.await(() -> !writer.isRunning());
        }
    }

    @Test
    void aServerThatIsNotThereFailsCallersAtOnce() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        LeaseWriter writer = writer(PATIENT, () -> connect(port));

        assertUnavailable(commit(writer, alice().to("rds-1")));
        assertUnavailable(writer.release(List.of()).toCompletableFuture());
    }

    @Test
    void aServerThatNeverAnswersFailsCallersInTime() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            LeaseWriter writer = writer(
                    new LeaseWriterSettings(
                            128, 10, Duration.ofMillis(300), PATIENT.statementTimeout(), PATIENT.socketTimeout()),
                    () -> connect(silent.getLocalPort()));
            long start = System.nanoTime();

            assertUnavailable(commit(writer, alice().to("rds-1")));
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(300), Duration.ofSeconds(2));
        }
    }

    private static Connection connect(int port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres?connectTimeout=2&socketTimeout=2&loginTimeout=2",
                "nobody",
                "");
    }

    @Test
    void leasesAreDurableWhateverTheServersDefaultIs() throws SQLException {
        sql("ALTER DATABASE " + databaseName() + " SET synchronous_commit = off");
        try {
            granted(writer(PATIENT), alice().to("rds-1"));

            assertThat(show("synchronous_commit")).isEqualTo("on");
        } finally {
            sql("ALTER DATABASE " + databaseName() + " RESET synchronous_commit");
        }
    }

    private static String databaseName() {
        return database.url().substring(database.url().lastIndexOf('/') + 1);
    }

    /** A setting of the connection that was opened last. */
    private String show(String setting) throws SQLException {
        try (Statement statement = opened.get(opened.size() - 1).createStatement();
                ResultSet row = statement.executeQuery("SHOW " + setting)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    @Test
    void noPlanReadsTheWholeTable() throws SQLException {
        try (Connection connection = database.database().open("plans");
                LeaseConnection lease = LeaseConnection.open(() -> connection, PATIENT)) {
            connection.setAutoCommit(false);
            for (LeaseRequest.Kind kind : LeaseRequest.Kind.values()) {
                lease.grant(List.of(
                        alice().kind(kind).to("rds-1"),
                        LeaseRequests.of("bob").kind(kind).to("rds-1", 2)));
            }
            lease.grant(List.of(alice().domain("corp").claiming().to("rds-1")));
            lease.release(current());

            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT sum(seq_scan), sum(idx_scan) FROM pg_stat_xact_user_tables WHERE relname IN ('lease', 'agent')")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong(1)).isZero();
                assertThat(row.getLong(2)).isPositive();
            }
        }
    }
}
