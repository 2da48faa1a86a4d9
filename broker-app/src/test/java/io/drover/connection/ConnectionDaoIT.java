package io.drover.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.connection.Connection.State;
import io.drover.connection.ConnectionDao.Row;
import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionDaoIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final long SILENCE = Duration.ofSeconds(90).toMillis();
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

        assertThat(connections.forget(Duration.ofMinutes(1).toMillis())).isEqualTo(1);
        assertThat(connections.current())
                .extracting(Connection::decisionId)
                .containsExactlyInAnyOrder("open", "just closed");
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

    private static void age(String column) {
        database.execute("UPDATE connection SET " + column + " = " + column + " - interval '2 minutes'");
    }

    private static PlacedUser placed(String id) {
        return new PlacedUser(id, "alice", "", "rds-1", 1);
    }
}
