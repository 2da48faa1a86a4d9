package io.drover.lease;

import io.drover.database.ConnectionSource;
import io.drover.database.SqlState;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's one connection: opened when it is needed, dropped when it fails. Used by one thread; {@link #era} and
 * {@link #abort} may be called by any.
 */
final class LeaseLink implements AutoCloseable {

    /** What is asked of the database. Asking twice must do no harm. */
    interface Question<T> {
        T ask(LeaseConnection connection) throws SQLException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(LeaseLink.class);

    private final ConnectionSource source;
    private final LeaseWriterSettings settings;
    private final LeaseWriterCounters counters;
    private final Runnable connectionLost;
    private volatile @Nullable LeaseConnection connection;
    private final AtomicLong era = new AtomicLong();
    private volatile boolean aborted;
    private boolean lost;

    LeaseLink(
            ConnectionSource source,
            LeaseWriterSettings settings,
            LeaseWriterCounters counters,
            Runnable connectionLost) {
        this.source = source;
        this.settings = settings;
        this.counters = counters;
        this.connectionLost = connectionLost;
    }

    /**
     * Grows whenever a lost connection was replaced. A standby that took over may have lost the last writes and give
     * their revs again, so the revs that a decision of an earlier era saw prove nothing.
     */
    long era() {
        return era.get();
    }

    /** Asks, and once more on a new connection when the first one breaks. */
    <T> T ask(Question<T> question) throws SQLException {
        LeaseConnection current = connection;
        LeaseConnection first = current == null ? open() : current;
        try {
            return askOn(first, question);
        } catch (SQLException e) {
            if (!SqlState.isConnectionLoss(e)) {
                throw e;
            }
            counters.retries.increment();
            return askOn(open(), question);
        }
    }

    private <T> T askOn(LeaseConnection current, Question<T> question) throws SQLException {
        boolean usable = false;
        try {
            T answer = question.ask(current);
            usable = true;
            return answer;
        } catch (SQLException e) {
            usable = !SqlState.isConnectionLoss(e);
            throw e;
        } finally {
            if (!usable) {
                drop(current);
            }
        }
    }

    private LeaseConnection open() throws SQLException {
        if (aborted) {
            throw new SQLException("the lease writer is stopped", "08003");
        }
        LeaseConnection opened = LeaseConnection.open(source, settings);
        connection = opened;
        if (lost) {
            lost = false;
            LOG.info("The lease writer has a connection again");
            tellOfTheLoss();
            era.incrementAndGet();
        }
        return opened;
    }

    private void tellOfTheLoss() {
        try {
            connectionLost.run();
        } catch (RuntimeException | Error e) {
            LOG.error("What is to be done after a lost connection failed", e);
        }
    }

    private void drop(LeaseConnection broken) {
        connection = null;
        lost = true;
        counters.connectionsLost.increment();
        broken.close();
    }

    /** Ends a question that is being asked; no other can be asked. */
    void abort() {
        aborted = true;
        LeaseConnection current = connection;
        if (current != null) {
            current.abort();
        }
    }

    @Override
    public void close() {
        LeaseConnection current = connection;
        if (current != null) {
            connection = null;
            current.close();
        }
    }
}
