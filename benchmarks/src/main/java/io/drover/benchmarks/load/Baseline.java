package io.drover.benchmarks.load;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** The upsert of a lease alone, in a table like the broker's, one statement a transaction. */
interface Baseline {

    /** The statement, with what stands for the person and the host. */
    String UPSERT = """
            INSERT INTO lease_baseline AS l
                   (person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at)
            VALUES (%s, '', 'office', '', %s, nextval('lease_baseline_rev'), 1, now(), now() + interval '15 min')
            ON CONFLICT (person, domain, farm, resource) DO UPDATE
               SET agent_id = EXCLUDED.agent_id, rev = EXCLUDED.rev, granted_at = EXCLUDED.granted_at,
                   expires_at = EXCLUDED.expires_at, generation = l.generation + (l.agent_id <> EXCLUDED.agent_id)::int
            RETURNING rev, generation, expires_at""";

    /** Makes the table; the broker's view would hold what is in its own. */
    static void prepare(DatabaseAddress database) throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE lease_baseline (LIKE lease INCLUDING ALL) WITH (fillfactor = 70)");
            statement.execute("CREATE SEQUENCE lease_baseline_rev CACHE 1");
        }
    }

    /** What is measured, in a word. */
    String name();

    /** Each client on a connection of its own, as fast as it goes. */
    Sample closed(int clients, Duration time) throws Exception;
}
