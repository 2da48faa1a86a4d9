package io.drover.lease;

import io.drover.database.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection and what the lease writer says over it: always one statement, committed when it returns. */
final class LeaseConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseConnection.class);

    private static final String GRANT = """
            SELECT o_row, o_outcome, o_check_subject, o_check_id, o_check_version, o_person AS person, o_domain AS domain,
                   o_farm AS farm, o_resource AS resource, o_agent_id AS agent_id, o_rev AS rev,
                   o_generation AS generation, o_granted_at AS granted_at, o_expires_at AS expires_at
              FROM grant_leases(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String RELEASE = """
            SELECT person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at
              FROM release_leases(?, ?, ?)
            """;

    /** An acknowledged lease is on disk, whatever the server's default is; a stronger default stays. */
    private static final String SESSION = """
            SELECT set_config('statement_timeout', ?, false),
                   set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                              WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
            """;

    private final Connection connection;
    private final PreparedStatement grant;
    private final PreparedStatement release;

    private LeaseConnection(Connection connection) throws SQLException {
        this.connection = connection;
        this.grant = connection.prepareStatement(GRANT);
        this.release = connection.prepareStatement(RELEASE);
    }

    static LeaseConnection open(ConnectionSource source, LeaseWriterSettings settings) throws SQLException {
        Connection connection = source.open();
        try {
            connection.setNetworkTimeout(
                    Runnable::run, Math.toIntExact(settings.socketTimeout().toMillis()));
            connection.setAutoCommit(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            try (PreparedStatement session = connection.prepareStatement(SESSION)) {
                session.setString(1, settings.statementTimeout().toMillis() + "ms");
                session.execute();
            }
            return new LeaseConnection(connection);
        } catch (SQLException | RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Commits decisions about different persons, ordered by the persons' locks.
     *
     * @return an outcome for each, in the same order
     */
    List<LeaseOutcome> grant(List<LeaseRequest> requests) throws SQLException {
        longs(grant, 1, requests, request -> PersonLock.of(request.person()));
        texts(grant, 2, requests, LeaseRequest::person);
        texts(grant, 3, requests, LeaseRequest::domain);
        texts(grant, 4, requests, LeaseRequest::farm);
        texts(grant, 5, requests, LeaseRequest::resource);
        texts(grant, 6, requests, LeaseRequest::agentId);
        texts(grant, 7, requests, request -> arrayLiteral(request.knownRevs()));
        array(grant, 8, "bool", requests.stream().map(LeaseRequest::claims).toArray(Boolean[]::new));
        texts(grant, 9, requests, request -> request.kind().name());
        longs(grant, 10, requests, request -> request.ttl().toMillis());
        bindChecks(requests);
        try (ResultSet rows = grant.executeQuery()) {
            return outcomes(requests.size(), rows);
        }
    }

    private static String arrayLiteral(Set<Long> revs) {
        return revs.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    private void bindChecks(List<LeaseRequest> requests) throws SQLException {
        List<Integer> rows = new ArrayList<>();
        List<LeaseRequest.Check> checks = new ArrayList<>();
        for (int row = 0; row < requests.size(); row++) {
            for (LeaseRequest.Check check : requests.get(row).checks()) {
                rows.add(row + 1);
                checks.add(check);
            }
        }
        array(grant, 11, "int4", rows.toArray(Integer[]::new));
        texts(grant, 12, checks, check -> check.subject().name());
        texts(grant, 13, checks, LeaseRequest.Check::id);
        longs(grant, 14, checks, LeaseRequest.Check::controlVersion);
    }

    private static List<LeaseOutcome> outcomes(int size, ResultSet rows) throws SQLException {
        OutcomeRows[] answers = new OutcomeRows[size];
        Arrays.setAll(answers, row -> new OutcomeRows());
        while (rows.next()) {
            answers[rows.getInt("o_row") - 1].add(rows);
        }
        return Arrays.stream(answers).map(OutcomeRows::outcome).toList();
    }

    /** Ends leases that were not written again since, and gives those that it ended. */
    List<Lease> release(List<Lease> leases) throws SQLException {
        List<Lease> ordered = new ArrayList<>(leases);
        ordered.sort(Comparator.comparingLong(lease -> PersonLock.of(lease.person())));
        longs(release, 1, ordered, lease -> PersonLock.of(lease.person()));
        texts(release, 2, ordered, Lease::person);
        longs(release, 3, ordered, Lease::rev);
        List<Lease> released = new ArrayList<>();
        try (ResultSet rows = release.executeQuery()) {
            while (rows.next()) {
                released.add(lease(rows));
            }
        }
        return released;
    }

    static Lease lease(ResultSet row) throws SQLException {
        return new Lease(
                row.getString("person"),
                row.getString("domain"),
                row.getString("farm"),
                row.getString("resource"),
                row.getString("agent_id"),
                row.getLong("rev"),
                row.getLong("generation"),
                row.getObject("granted_at", OffsetDateTime.class).toInstant(),
                row.getObject("expires_at", OffsetDateTime.class).toInstant());
    }

    private <T> void texts(PreparedStatement statement, int index, List<T> rows, Function<T, String> text)
            throws SQLException {
        array(statement, index, "text", rows.stream().map(text).toArray(String[]::new));
    }

    private <T> void longs(PreparedStatement statement, int index, List<T> rows, ToLongFunction<T> number)
            throws SQLException {
        array(statement, index, "int8", rows.stream().mapToLong(number).boxed().toArray(Long[]::new));
    }

    private void array(PreparedStatement statement, int index, String type, Object[] values) throws SQLException {
        statement.setArray(index, connection.createArrayOf(type, values));
    }

    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("The connection could not be aborted", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("The connection could not be closed", e);
        }
    }
}
