package io.drover;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseConfig;
import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A database that is gone, hangs or is busy: the broker says so in time, and goes on by itself. */
class StorageDownIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final int HOSTS = 4;
    private static final int POOL = 16;
    private static final String AUDIT = "LOCK TABLE audit IN ACCESS EXCLUSIVE MODE";

    /** The lease writer gives up after 3 s, a statement after 3 s, a socket after 5 s; the rest is a busy machine. */
    private static final long BOUND_MILLIS = 9_000;

    private static final long ALIVE_MILLIS = 2_000;
    private static final Duration RECOVERY = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static DatabaseLink link;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerClient client;

    @BeforeAll
    static void start() throws Exception {
        link = DatabaseLink.to(database.url());
        broker = BrokerInstance.start(DatabaseConfig.at(link.url(), database.user(), database.password()));
        client = broker.client();
        OfficeFarm.create(client, HOSTS).awaitEligible(client, HOSTS);
    }

    @AfterAll
    static void stop() throws IOException {
        broker.close();
        link.close();
    }

    @AfterEach
    void recovered() {
        link.restore();
        await().atMost(RECOVERY)
                .until(() -> client.get("/readyz").status() == 200
                        && place("recovered").placed());
    }

    @Test
    void aDatabaseThatIsGoneIsSaidAtOnceAndComesBackByItself() {
        Map<String, String> before = placeAll("gone");
        link.cut();

        refusedInTime(ask("gone", "late"));
        aliveButNotReady();
        for (Map<String, String> revision : List.of(Map.<String, String>of(), Map.of("revision", "000000000000"))) {
            assertThat(client.operator("POST", "/api/v1/policy/rollback", revision))
                    .matches(Answer::unavailable);
        }

        link.restore();
        await().atMost(RECOVERY).until(() -> place("gone0").placed());
        assertThat(placeAll("gone")).isEqualTo(before);
        onePlaceEach();
    }

    @Test
    void aDatabaseThatHangsIsSaidInTimeAndComesBackByItself() {
        Map<String, String> before = placeAll("hung");
        link.silence();

        refusedInTime(ask("hung", "slow"));
        aliveButNotReady();

        link.restore();
        await().atMost(RECOVERY).until(() -> place("hung0").placed());
        assertThat(placeAll("hung")).isEqualTo(before);
        placeAll("slow");
        onePlaceEach();
    }

    @Test
    void leasesThatAreLockedAreSaidInTime() throws SQLException {
        try (Connection holder = holding("LOCK TABLE lease IN ACCESS EXCLUSIVE MODE")) {
            refusedInTime(ask("locked", "barred"));
            alive();
            holder.rollback();
        }

        await().atMost(RECOVERY).until(() -> place("locked0").placed());
        placeAll("locked");
        onePlaceEach();
    }

    @Test
    void aPoolWhoseEveryConnectionIsHeldStopsNeitherPlacementsNorLiveness() throws SQLException {
        try (Connection holder = holding(AUDIT);
                SteadyLoad held = holdThePool()) {
            List<Answer> answers = join(ask("full", "packed"));
            alive();

            assertThat(answers).allMatch(Answer::placed).allMatch(answer -> answer.millis() < BOUND_MILLIS);
            assertThat(waitingForLocks()).isPositive();
            assertThat(held.answers()).allMatch(Answer::unavailable);
            holder.rollback();
        }
    }

    /** The pool is needed to read what an operator changed; whoever waits for that is told in time. */
    @Test
    void aChangeThatCannotBeReadIsSaidInTime() throws SQLException {
        placeAll("stale");
        try (Connection holder = holding(AUDIT);
                SteadyLoad held = holdThePool()) {
            changeEveryHostUnheard();

            List<Answer> answers = join(
                    IntStream.range(0, 60).mapToObj(i -> later("stale" + i)).toList());
            alive();

            assertThat(answers)
                    .allMatch(answer -> answer.placed() || answer.unavailable())
                    .allMatch(answer -> answer.millis() < BOUND_MILLIS);
            holder.rollback();
            assertThat(held.faults()).isEmpty();
        }
    }

    @Test
    void aWriterWhoseConnectionIsEndedAnswersNothingWrong() {
        SteadyLoad load = SteadyLoad.start(16, i -> later("user" + i % 97));
        try (load) {
            load.awaitMore(50);
            for (int i = 0; i < 10; i++) {
                assertThat(endConnections("drover-leases")).isPositive();
                load.awaitMore(30);
            }
        }

        assertThat(load.faults()).isEmpty();
        assertThat(load.answers()).allMatch(answer -> answer.placed() || answer.unavailable());
        assertThat(hostsByUser(load.answers()))
                .allSatisfy((user, hosts) -> assertThat(hosts).hasSize(1));
        onePlaceEach();
        long refused =
                load.answers().stream().filter(answer -> !answer.placed()).count();
        System.out.printf(
                "writer ended 10 times: %d answers, %d of them 503%n",
                load.answers().size(), refused);
        assertThat(refused).isLessThan(load.answers().size() / 2);
    }

    /** As after a standby took over that lacks what operators did last: the view knew more than the database does. */
    @Test
    void changesThatTheDatabaseHasLostKeepNobodyFromBeingPlaced() {
        Map<String, String> before = placeAll("lost");
        for (String table : List.of("agent", "farm", "resource")) {
            database.execute("UPDATE " + table + " SET control_version = -control_version");
        }
        assertThat(endConnections("drover-leases")).isPositive();

        await().atMost(RECOVERY).until(() -> place("lost0").placed());
        assertThat(placeAll("lost")).isEqualTo(before);
        placeAll("saved");
        onePlaceEach();
    }

    /** A notification connection that is lost is made again, and what was missed is read. */
    @Test
    void changesThatWereMissedAreRead() {
        assertThat(endConnections("drover-notifications")).isPositive();
        database.execute("INSERT INTO farm (farm_id, name, description, agent_ids)"
                + " SELECT 'unheard', 'unheard', '', array_agg(agent_id) FROM agent");

        await().atMost(RECOVERY)
                .until(() -> client.resolve(Map.of("username", "mia", "farm_id", "unheard"))
                        .placed());
    }

    private static Answer place(String user) {
        return later(user).join();
    }

    private static CompletableFuture<Answer> later(String user) {
        return client.resolveLater(Map.of("username", user, "connection_id", "101"));
    }

    /** Five users of each of these prefixes at once. */
    private static List<CompletableFuture<Answer>> ask(String... prefixes) {
        return List.of(prefixes).stream()
                .flatMap(prefix -> IntStream.range(0, 5).mapToObj(i -> later(prefix + i)))
                .toList();
    }

    private static Map<String, String> placeAll(String prefix) {
        Map<String, String> hosts = new HashMap<>();
        for (int i = 0; i < 5; i++) {
            Answer answer = place(prefix + i);
            assertThat(answer.placed()).as(answer.body()).isTrue();
            hosts.put(prefix + i, answer.agentId());
        }
        return hosts;
    }

    private static List<Answer> join(List<CompletableFuture<Answer>> answers) {
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private static void refusedInTime(List<CompletableFuture<Answer>> asked) {
        assertThat(join(asked)).allMatch(Answer::unavailable).allMatch(answer -> answer.millis() < BOUND_MILLIS);
    }

    private static void alive() {
        Answer answer = client.get("/healthz");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.millis()).isLessThan(ALIVE_MILLIS);
    }

    private static void aliveButNotReady() {
        alive();
        await().atMost(BOUND_MILLIS, MILLISECONDS)
                .until(() ->
                        client.get("/readyz").status() == 503); // what was known a second ago may be told once more
        Answer ready = client.get("/readyz");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.json().path("checks").path("database").asText()).isNotEqualTo("ok");
        assertThat(ready.millis()).isLessThan(BOUND_MILLIS);
        alive();
    }

    private static void onePlaceEach() {
        assertThat(database.query("SELECT person FROM lease GROUP BY person, farm HAVING count(*) > 1"))
                .isEmpty();
    }

    private static Map<String, Set<String>> hostsByUser(List<Answer> answers) {
        Map<String, Set<String>> hosts = new HashMap<>();
        answers.stream()
                .filter(Answer::placed)
                .forEach(answer -> hosts.computeIfAbsent(answer.user(), user -> new HashSet<>())
                        .add(answer.agentId()));
        return hosts;
    }

    /** A transaction of somebody else that holds what this statement locks, until it is rolled back. */
    private static Connection holding(String lock) throws SQLException {
        Connection connection = database.database().open("holder");
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET idle_in_transaction_session_timeout = 0"); // however long the test takes
            statement.execute(lock);
        }
        return connection;
    }

    /** Requests that wait for the audit's lock with every connection of the pool; more of them wait for one. */
    private static SteadyLoad holdThePool() {
        SteadyLoad held = SteadyLoad.start(POOL + 4, i -> client.operatorGetLater("/api/v1/audit"));
        await().atMost(RECOVERY).until(() -> waitingForLocks() == POOL);
        return held;
    }

    private static int waitingForLocks() {
        return count(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    }

    private static int endConnections(String name) {
        return count(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '"
                        + name + "'");
    }

    private static int count(String sql) {
        return Integer.parseInt(String.valueOf(database.query(sql).get(0)));
    }

    /** As another instance would, if it could not announce it. */
    private static void changeEveryHostUnheard() {
        database.execute("UPDATE agent SET control_version = nextval('control_version')");
    }
}
