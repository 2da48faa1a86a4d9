package io.drover.benchmarks.faults;

import io.drover.benchmarks.history.History;
import io.drover.benchmarks.history.ModeChange.Mode;
import io.drover.benchmarks.history.Span;
import io.drover.benchmarks.history.StoredLease;
import io.drover.benchmarks.history.StoredWrite;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the database holds when a run is over. */
final class StoredFacts {

    private static final String WRITES = """
            SELECT (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000)::bigint AS committed,
                   person, agent_id, placement, NULL AS mode FROM lease_written
            UNION ALL
            SELECT (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000)::bigint,
                   NULL, agent_id, false, mode FROM mode_written
            ORDER BY committed
            """;
    private static final String LEASES = "SELECT person, domain, agent_id, expires_at FROM lease";

    private final PostgresNode server;
    private final RunClock clock;

    StoredFacts(PostgresNode server, RunClock clock) {
        this.server = server;
        this.clock = clock;
    }

    /** The journal with what the database has to say. */
    History read(Journal journal) throws SQLException {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement()) {
            List<StoredWrite> writes = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(WRITES)) {
                while (row.next()) {
                    writes.add(write(row));
                }
            }
            List<StoredLease> leases = new ArrayList<>();
            long asked = clock.now();
            try (ResultSet row = statement.executeQuery(LEASES)) {
                while (row.next()) {
                    leases.add(new StoredLease(
                            row.getString("person"),
                            row.getString("domain"),
                            row.getString("agent_id"),
                            clock.of(row.getObject("expires_at", OffsetDateTime.class)
                                    .toInstant())));
                }
            }
            return journal.history(writes, leases, new Span(asked, clock.now()));
        }
    }

    private static StoredWrite write(ResultSet row) throws SQLException {
        long committed = row.getLong("committed");
        String host = row.getString("agent_id");
        String mode = row.getString("mode");
        return mode == null
                ? new StoredWrite.OfLease(committed, row.getString("person"), host, row.getBoolean("placement"))
                : new StoredWrite.OfMode(committed, host, Mode.valueOf(mode.toUpperCase(Locale.ROOT)));
    }
}
