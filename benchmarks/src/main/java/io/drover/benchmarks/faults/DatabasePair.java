package io.drover.benchmarks.faults;

import com.codahale.metrics.MetricRegistry;
import io.drover.database.Database;
import io.drover.database.DatabaseConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * A PostgreSQL server with the tables of the product and, where failover is to be tried, a streaming standby that every
 * commit waits for. What it holds is written down by triggers, with the commit times.
 */
final class DatabasePair implements AutoCloseable {

    private static final String RECORD = """
            CREATE TABLE lease_written (person text, agent_id text, placement boolean);
            CREATE TABLE mode_written (agent_id text, mode text);
            CREATE FUNCTION write_lease_down() RETURNS trigger LANGUAGE plpgsql AS $f$
            BEGIN
              INSERT INTO lease_written VALUES (NEW.person, NEW.agent_id,
                NEW.granted_at > 'epoch' AND (TG_OP = 'INSERT' OR NEW.granted_at <> OLD.granted_at));
              RETURN NULL;
            END $f$;
            CREATE FUNCTION write_mode_down() RETURNS trigger LANGUAGE plpgsql AS $f$
            BEGIN
              INSERT INTO mode_written VALUES (NEW.agent_id, NEW.mode);
              RETURN NULL;
            END $f$;
            CREATE TRIGGER lease_written AFTER INSERT OR UPDATE ON lease FOR EACH ROW EXECUTE FUNCTION write_lease_down();
            CREATE TRIGGER mode_written AFTER UPDATE ON agent FOR EACH ROW
              WHEN (OLD.mode IS DISTINCT FROM NEW.mode) EXECUTE FUNCTION write_mode_down();
            """;

    private final boolean standby;
    private final String password;
    private volatile PostgresNode primary;
    private PostgresNode other;

    private DatabasePair(boolean standby, String password, PostgresNode primary, PostgresNode other) {
        this.standby = standby;
        this.password = password;
        this.primary = primary;
        this.other = other;
    }

    /** Makes the servers in a folder, with the product's migrations. */
    static DatabasePair start(Path folder, Path binaries, boolean standby) throws IOException, SQLException {
        Path first = folder.resolve("first");
        DatabaseConfig config = DatabaseConfig.embeddedIn(first, binaries);
        Database.start(config, new MetricRegistry()).stop();
        Path programs = programs(binaries);
        String password = Files.readString(first.resolve("password")).strip();
        PostgresNode primary = new PostgresNode(programs, first.resolve("cluster"), Ports.free(), password);
        PostgresNode other = new PostgresNode(programs, folder.resolve("second"), Ports.free(), password);
        DatabasePair pair = new DatabasePair(standby, password, primary, other);
        primary.start();
        primary.execute(RECORD);
        if (standby) {
            pair.addStandby();
        }
        return pair;
    }

    /**
     * Edits the functions that commit leases. Brokers that run take them at once.
     *
     * @throws IllegalStateException when a function's text is not as a mutation expects it
     */
    void breakFunctions(Collection<Mutation> mutations) throws SQLException {
        for (Mutation mutation : mutations) {
            primary.execute(mutation.applied(definition(mutation)));
            for (String setting : mutation.settings()) {
                primary.execute(setting);
            }
        }
    }

    /**
     * Whether the server takes a function as the mutation leaves it, which is not kept.
     *
     * @throws IllegalStateException when the function's text is not as the mutation expects it
     * @throws SQLException when the server refuses it
     */
    void tryOut(Mutation mutation) throws SQLException {
        primary.execute("BEGIN; " + mutation.applied(definition(mutation)) + "; ROLLBACK");
    }

    private String definition(Mutation mutation) throws SQLException {
        return primary.query("SELECT pg_get_functiondef('" + mutation.function() + "'::regproc)");
    }

    private static Path programs(Path binaries) throws IOException {
        try (Stream<Path> folders = Files.list(binaries)) {
            return folders.filter(folder -> Files.isExecutable(folder.resolve("bin/postgres")))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void addStandby() throws SQLException, IOException {
        other.follow(primary);
        while (!primary.query("SELECT state FROM pg_stat_replication").equals("streaming")) {
            Pause.millis(20);
        }
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
        primary.execute("SELECT pg_reload_conf()");
    }

    String url() {
        return standby
                ? "jdbc:postgresql://%s,%s/postgres?targetServerType=primary"
                        .formatted(primary.address(), other.address())
                : "jdbc:postgresql://%s/postgres".formatted(primary.address());
    }

    String password() {
        return password;
    }

    PostgresNode primary() {
        return primary;
    }

    /** The server crashes and is started again. */
    void restart() {
        primary.crash();
        primary.start();
    }

    /** The server crashes for good; the standby takes over, and a new standby takes its old place. */
    void failOver() throws SQLException, IOException {
        PostgresNode lost = primary;
        lost.crash();
        other.query("SELECT pg_promote(true)");
        primary = other;
        other = lost;
        addStandby();
    }

    @Override
    public void close() {
        primary.crash();
        other.crash();
    }
}
