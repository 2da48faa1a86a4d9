package io.drover.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.drover.database.Clearing;
import io.drover.database.DatabaseExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class LeaseDaoIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final LeaseDao leases = database.jdbi().onDemand(LeaseDao.class);

    @BeforeEach
    void fill() {
        LeaseTables.fill(database.jdbi(), "rds-1", "rds-2", "rds-3");
    }

    private Lease grant(String person, String domain, String farm, String agentId) {
        try (Connection connection = database.database().open("dao-test");
                LeaseConnection lease = LeaseConnection.open(() -> connection, LeaseWriterSettings.defaults())) {
            LeaseRequests request = LeaseRequests.of(person).domain(domain).farm(farm);
            for (Lease known : leases.ofPerson(person)) {
                request = request.knowing(known);
            }
            return ((LeaseOutcome.Granted)
                            lease.grant(List.of(request.to(agentId))).get(0))
                    .lease();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void end(Lease lease) {
        database.jdbi()
                .useHandle(handle ->
                        handle.execute("UPDATE lease SET expires_at = clock_timestamp() WHERE rev = ?", lease.rev()));
    }

    private static int rows() {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM lease")
                        .mapTo(Integer.class)
                        .one());
    }

    @Test
    void leasesThatHoldAreCurrent() {
        Lease ended = grant("alice", "", "office", "rds-1");
        Lease holds = grant("bob", "corp", "", "rds-2");
        end(ended);

        assertThat(leases.current()).containsExactly(holds);
        assertThat(leases.ofPerson("alice")).isEmpty();
    }

    @Test
    void aPersonsLeasesAreFoundInEveryDomainAndFarm() {
        Lease first = grant("alice", "", "office", "rds-1");
        Lease second = grant("alice", "corp", "lab", "rds-2");
        grant("alicia", "", "office", "rds-1");

        assertThat(leases.ofPerson("alice")).containsExactly(second, first);
    }

    @Test
    void pagesFollowEachOtherNewestFirst() {
        List<Lease> newestFirst = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            newestFirst.add(0, grant("user" + i, "", "office", "rds-1"));
        }
        end(newestFirst.remove(3));
        LeaseFilter all = new LeaseFilter(null, null, null, null);
        List<Lease> first = leases.list(all, Long.MAX_VALUE, 4);
        List<Lease> second = leases.list(all, first.get(3).rev(), 4);

        assertThat(first).isEqualTo(newestFirst.subList(0, 4));
        assertThat(second).isEqualTo(newestFirst.subList(4, 6));
    }

    @Test
    void filtersApplyBeforeTheLimit() {
        Lease shortName = grant("alice", "", "office", "rds-1");
        Lease qualified = grant("alice", "corp", "office", "rds-2");
        Lease wholeFleet = grant("bob", "corp", "", "rds-2");
        Lease other = grant("carol", "", "lab", "rds-3");

        assertThat(list(new LeaseFilter("alice", null, null, null))).containsExactly(qualified, shortName);
        assertThat(list(new LeaseFilter("alice", "", null, null))).containsExactly(shortName);
        assertThat(list(new LeaseFilter(null, "corp", null, null))).containsExactly(wholeFleet, qualified);
        assertThat(list(new LeaseFilter(null, null, "rds-2", null))).containsExactly(wholeFleet, qualified);
        assertThat(list(new LeaseFilter(null, null, null, ""))).containsExactly(wholeFleet);
        assertThat(list(new LeaseFilter(null, null, null, "lab"))).containsExactly(other);
        assertThat(list(new LeaseFilter("alice", "corp", "rds-1", "office"))).isEmpty();
    }

    private List<Lease> list(LeaseFilter filter) {
        return leases.list(filter, Long.MAX_VALUE, 2);
    }

    @Test
    void aLeaseIsDeletedByItsKey() {
        Lease lease = grant("alice", "corp", "office", "rds-1");
        Lease other = grant("alice", "", "office", "rds-1");

        assertThat(leases.release(lease.key(), "test")).contains(lease);
        assertThat(leases.release(lease.key(), "test")).isEmpty();
        assertThat(leases.current()).containsExactly(other);
    }

    @Test
    void aDeletionWaitsForThePersonsLock() throws SQLException {
        Lease lease = grant("alice", "", "office", "rds-1");
        Thread deletion = new Thread(() -> leases.release(lease.key(), "test"));
        try (Blocker blocker = Blocker.of("alice", database.database().open("blocker"), database.jdbi())) {
            deletion.start();
            blocker.awaitVictim();

            assertThat(rows()).isEqualTo(1);
        }
        Blocker.await(() -> rows() == 0);
    }

    @Test
    void theSweepTakesWhatEndedInSteps() {
        Lease first = grant("alice", "", "office", "rds-1");
        Lease second = grant("bob", "", "office", "rds-1");
        Lease holds = grant("carol", "", "office", "rds-1");
        end(first);
        end(second);

        assertThat(leases.sweep(1)).isEqualTo(1);
        assertThat(leases.sweep(10)).isEqualTo(1);
        assertThat(leases.sweep(10)).isZero();
        assertThat(leases.current()).containsExactly(holds);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void theSweepWaitsForNobody() {
        end(grant("alice", "", "office", "rds-1"));
        end(grant("bob", "", "office", "rds-1"));
        database.jdbi().useTransaction(handle -> {
            handle.execute("UPDATE lease SET expires_at = clock_timestamp() + interval '1 h' WHERE person = 'alice'");

            assertThat(leases.sweep(10)).isEqualTo(1);
        });
        assertThat(leases.current()).extracting(Lease::person).containsExactly("alice");
    }

    @Test
    void aClearingTakesAll() {
        database.jdbi().useHandle(handle -> handle.execute("""
                        INSERT INTO lease SELECT 'user' || i, '', '', '', 'rds-1', i, 1, now(), now()
                          FROM generate_series(1, 1234) AS i
                        """));
        new Clearing().run(leases::sweep);

        assertThat(rows()).isZero();
    }

    @Test
    void theLeasesOfADeletedHostEndUnderTheGate() {
        Lease first = grant("alice", "", "office", "rds-1");
        Lease second = grant("bob", "", "office", "rds-1");
        Lease other = grant("carol", "", "office", "rds-2");
        List<Lease> ended = database.jdbi().inTransaction(handle -> {
            close(handle);
            return handle.attach(LeaseDao.class).deleteOfAgent("rds-1");
        });

        assertThat(ended).containsExactlyInAnyOrder(first, second);
        assertThat(leases.current()).containsExactly(other);
    }

    private static void close(Handle handle) {
        handle.createQuery(ControlGate.CLOSE).mapTo(Long.class).one();
    }

    @Test
    void aChangeInOneStatementTakesTheGate() {
        String change = ControlGate.WITH_GATE
                + "UPDATE agent SET mode = 'drain', control_version = control_version + 1 WHERE agent_id = 'rds-1' AND"
                + ControlGate.CLOSED;
        int changed = database.jdbi().inTransaction(handle -> {
            int rows = handle.execute(change);
            assertThat(gates()).isEqualTo(1);
            return rows;
        });

        assertThat(changed).isEqualTo(1);
        assertThat(gates()).isZero();
    }

    /** How many hold the gate alone in this database. */
    private static int gates() {
        return database.jdbi()
                .withHandle(
                        handle -> handle.createQuery("""
                                SELECT count(*) FROM pg_locks
                                 WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
                                   AND (classid::bigint << 32) + objid::bigint = control_gate()
                                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                                """).mapTo(Integer.class).one());
    }

    @Test
    void leasesAreNotWrittenUnderAnOlderSnapshot() {
        assertThatExceptionOfType(UnableToExecuteStatementException.class)
                .isThrownBy(() -> database.jdbi()
                        .useTransaction(
                                TransactionIsolationLevel.REPEATABLE_READ,
                                handle -> handle.attach(LeaseDao.class)
                                        .release(new LeaseKey("alice", "", "", ""), "test")))
                .withMessageContaining("READ COMMITTED");
    }

    @Test
    void theDatabaseTellsItsTime() {
        assertThat(Duration.between(leases.databaseTime(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
    }
}
