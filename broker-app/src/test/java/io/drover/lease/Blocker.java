package io.drover.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.Jdbi;

/** Another writer that holds a person's lock, so that a batch with this person hangs until it is closed. */
final class Blocker implements AutoCloseable {

    private final Connection connection;
    private final Jdbi jdbi;

    private Blocker(Connection connection, Jdbi jdbi) {
        this.connection = connection;
        this.jdbi = jdbi;
    }

    static Blocker of(String person, Connection connection, Jdbi jdbi) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_xact_lock(?)")) {
            lock.setLong(1, PersonLock.of(person));
            lock.execute();
        }
        return new Blocker(connection, jdbi);
    }

    /** Returns when somebody waits for the lock. */
    Blocker awaitVictim() {
        await(() -> jdbi.withHandle(
                handle -> handle.createQuery("""
                        SELECT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                                        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted)
                        """).mapTo(Boolean.class).one()));
        return this;
    }

    /** Asks again and again until it is so. */
    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("did not come to pass within 20 s");
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
