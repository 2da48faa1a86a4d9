package io.drover.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.connection.Connection.State;
import io.drover.connection.ConnectionDao.Row;
import io.drover.database.Clearing;
import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionDaoIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final long SILENCE = Duration.ofSeconds(90).toMillis();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final List<State> REPORTED = List.of(State.OPEN, State.CLOSED, State.FAILED);

    private final ConnectionDao connections = database.jdbi().onDemand(ConnectionDao.class);

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE connection");
    }

    @Test
    void aReportIsKeptAsItWasMade() {
        PlacedUser placed = new PlacedUser("d-1", "alice", "corp", "rds-1", 42);

        Row told =
                connections.report(State.FAILED, 519, "node-1", List.of(placed)).get(0);

        assertThat(told.changed()).isTrue();
        assertThat(connections.byIds(List.of("d-1", "d-2"))).containsExactly(told.connection());
        assertThat(told.connection().placed()).isEqualTo(placed);
        assertThat(told.status()).isEqualTo(519);
        assertThat(told.nodeId()).isEqualTo("node-1");
        assertThat(told.version()).isEqualTo(1);
    }

    /** The table and {@link State#leadsTo} are of one mind. */
    @ParameterizedTest
    @EnumSource(State.class)
    void aReportLeadsWhereItMay(State before) {
        for (State reported : REPORTED) {
            String id = before + "-" + reported;
            bring(id, before);

            Row after =
                    connections.report(reported, null, "", List.of(placed(id))).get(0);

            boolean leads = before != reported && before.leadsTo(reported);
            assertThat(after.connection().state()).isEqualTo(leads ? reported : before);
            assertThat(after.changed()).as(id).isEqualTo(leads);
            assertThat(after.version()).isEqualTo((before == State.LOST ? 2 : 1) + (leads ? 1 : 0));
        }
    }

    @Test
    void whatIsRenewedIsNotLost() {
        bring("renewed", State.OPEN);
        bring("silent", State.OPEN);
        bring("closed", State.CLOSED);
        age("renewed_at");

        List<Row> renewed = connections.renew("node-2", List.of("renewed", "closed", "unknown"));
        List<Row> lost = connections.lose(SILENCE);

        assertThat(renewed).extracting(Row::decisionId).containsExactlyInAnyOrder("renewed", "closed");
        assertThat(renewed).noneMatch(Row::changed);
        assertThat(lost).extracting(Row::decisionId).containsExactly("silent");
        assertThat(lost).allMatch(Row::changed).allMatch(row -> row.connection().state() == State.LOST);
        assertThat(connections.lose(SILENCE)).isEmpty();
    }

    @Test
    void aNodeThatSpeaksAgainHasItsConnectionsBack() {
        bring("d", State.LOST);

        Row back = connections.renew("node-1", List.of("d")).get(0);

        assertThat(back.connection().state()).isEqualTo(State.OPEN);
        assertThat(back.changed()).isTrue();
        assertThat(back.version()).isEqualTo(3);
    }

    @Test
    void whatEndedLongAgoIsForgottenAndWhatIsOpenIsNot() {
        bring("closed", State.CLOSED);
        bring("open", State.OPEN);
        age("changed_at");
        bring("just closed", State.CLOSED);

        assertThat(connections.forget(MINUTE, 10)).isEqualTo(1);
        assertThat(connections.current())
                .extracting(Connection::decisionId)
                .containsExactlyInAnyOrder("open", "just closed");
    }

    @Test
    void whatEndedFirstIsForgottenFirstAndWhatSomebodyHoldsLater() {
        bringMany(30);

        assertThat(connections.forget(MINUTE, 10)).isEqualTo(10);
        assertThat(ids()).containsExactlyElementsOf(many(10, 30));
        database.jdbi().useTransaction(handle -> {
            handle.execute("SELECT 1 FROM connection WHERE decision_id = 'd-0012' FOR UPDATE");

            assertThat(CompletableFuture.supplyAsync(() -> connections.forget(MINUTE, 100))
                            .join())
                    .isEqualTo(19);
        });
        assertThat(ids()).containsExactly("d-0012");
    }

    @Test
    void aClearingOfManyStepsGoesOnAfterOneThatFailed() {
        bringMany(2_500);
        Clearing clearing = new Clearing(1_000, Duration.ofMinutes(1), System::nanoTime);
        database.execute("""
                CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
                $f$ BEGIN RAISE EXCEPTION 'no room'; END $f$;
                CREATE TRIGGER fail BEFORE DELETE ON connection FOR EACH ROW
                  WHEN (OLD.decision_id = 'd-1300') EXECUTE FUNCTION fail()
                """);
        try {
            assertThatThrownBy(() -> clearing.run(limit -> connections.forget(MINUTE, limit)))
                    .hasMessageContaining("no room");
            assertThat(ids()).containsExactlyElementsOf(many(1_000, 2_500));
        } finally {
            database.execute("DROP FUNCTION fail CASCADE");
        }

        assertThat(clearing.run(limit -> connections.forget(MINUTE, limit))).isEqualTo(1_500);
        assertThat(ids()).isEmpty();
    }

    /** What counts is what is open or past, not all that the hour holds. */
    @Test
    void theTableIsNeverReadFromEndToEnd() {
        bringMany(2_500);
        bring("open", State.OPEN);

        database.jdbi().useTransaction(handle -> {
            handle.execute("ANALYZE connection");
            ConnectionDao dao = handle.attach(ConnectionDao.class);
            long inOrder = read(handle, "seq_tup_read");
            long looked = read(handle, "idx_tup_fetch");

            assertThat(dao.forget(Duration.ofDays(10).toMillis(), 10)).isZero();
            assertThat(dao.forget(MINUTE, 10)).isEqualTo(10);
            assertThat(dao.lose(SILENCE)).isEmpty();
            assertThat(dao.current()).hasSize(1);

            assertThat(read(handle, "seq_tup_read")).isEqualTo(inOrder);
            assertThat(read(handle, "idx_tup_fetch")).isLessThan(looked + 50);
        });
    }

    /** Rows of the table that this connection has read, as far as it did not tell the server yet. */
    private static long read(Handle handle, String how) {
        return handle.select("SELECT " + how + " FROM pg_stat_xact_user_tables WHERE relname = 'connection'")
                .mapTo(Long.class)
                .one();
    }

    @Test
    void whatMattersIsOpenOrEndedALittleAgo() {
        bring("open", State.OPEN);
        bring("closed", State.CLOSED);
        database.execute("UPDATE connection SET changed_at = changed_at - interval '1 day'");
        bring("failed", State.FAILED);

        assertThat(connections.current())
                .extracting(Connection::decisionId)
                .containsExactlyInAnyOrder("open", "failed");
    }

    /** Every kind of report of the same connections at one moment: each ends as failed, and no statement fails. */
    @Test
    void reportsAtOneMomentMeetInOneState() {
        List<String> ids = IntStream.range(0, 50).mapToObj(i -> "race-" + i).toList();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<?>> running = new ArrayList<>();
            for (String id : ids) {
                for (State reported : REPORTED) {
                    running.add(CompletableFuture.runAsync(
                            () -> connections.report(reported, null, "", List.of(placed(id))), threads));
                }
                running.add(CompletableFuture.runAsync(() -> connections.renew("node-1", ids), threads));
                running.add(CompletableFuture.runAsync(() -> connections.lose(0), threads));
            }
            running.forEach(CompletableFuture::join);
        } finally {
            threads.shutdownNow();
        }

        assertThat(connections.byIds(ids)).hasSize(50).allMatch(known -> known.state() == State.FAILED);
    }

    private void bring(String id, State state) {
        connections.report(state == State.LOST ? State.OPEN : state, null, "node-1", List.of(placed(id)));
        if (state == State.LOST) {
            database.execute("UPDATE connection SET state = 'lost', version = 2 WHERE decision_id = '" + id + "'");
        }
    }

    /** Closed connections, each a second younger than the one before, all of them days old. */
    private static void bringMany(int count) {
        database.execute("""
                INSERT INTO connection
                SELECT 'd-' || to_char(i, 'FM0000'), 'node-1', 'alice', '', 'rds-1', 1, 'closed', NULL, 2, at, at
                  FROM (SELECT i, clock_timestamp() - interval '1 day' + i * interval '1 second' AS at
                          FROM generate_series(0, %d) AS i) AS ended
                 ORDER BY i %% 7
                """.formatted(count - 1));
    }

    private static List<String> many(int from, int to) {
        return IntStream.range(from, to).mapToObj("d-%04d"::formatted).toList();
    }

    private static List<@Nullable String> ids() {
        return database.query("SELECT decision_id FROM connection ORDER BY 1");
    }

    private static void age(String column) {
        database.execute("UPDATE connection SET " + column + " = " + column + " - interval '2 minutes'");
    }

    private static PlacedUser placed(String id) {
        return new PlacedUser(id, "alice", "", "rds-1", 1);
    }
}
