package io.drover.database;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.db.DataSourceFactory;
import io.dropwizard.db.ManagedDataSource;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.util.Duration;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The broker's database, from its start to its stop. Safe for use by many threads. */
public final class Database implements Managed, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Database.class);

    private static final int CONTROL_CONNECTIONS = 4;
    private static final long MARGIN_MS = 300;

    /** A broker that stands still within a transaction must not hold its locks for longer. */
    private static final long LONGEST_PAUSE_MS = 10_000;

    private final @Nullable EmbeddedDatabase embedded;
    private final Login login;
    private final DatabaseConfig config;
    private final ManagedDataSource pool;
    private final ManagedDataSource controlPool;
    private final Jdbi jdbi;
    private final Jdbi controlJdbi;
    private final Migrations migrations;
    /** The same over connections that give up: what is asked again and again must not hang. */
    private final Migrations checks;

    private final AtomicBoolean schemaIsCurrent = new AtomicBoolean();

    private Database(DatabaseConfig config, @Nullable EmbeddedDatabase embedded, Login login, MetricRegistry metrics) {
        this.config = config;
        this.embedded = embedded;
        this.login = login;
        this.migrations = new Migrations(login.patientDataSource(), config.migrations());
        this.pool = pool(config, login, config.timeouts()).build(metrics, "database");
        this.jdbi = jdbi(pool);
        this.checks = new Migrations(login.promptDataSource(), config.migrations());
        this.controlPool = controlPool(config, login).build(metrics, "database-control");
        this.controlJdbi = jdbi(controlPool);
    }

    private static Jdbi jdbi(DataSource pool) {
        Jdbi jdbi = Jdbi.create(pool).installPlugin(new SqlObjectPlugin()).installPlugin(new PostgresPlugin());
        // messages get into logs, and arguments of statements are user names
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        return jdbi;
    }

    /**
     * Starts the embedded server where it is asked for and brings it up to date; of another server it requires that it
     * is up to date. A server that cannot be reached is no fault: {@link #problem()} tells until it can.
     *
     * @throws DatabaseException when the database can be reached and cannot be used
     */
    public static Database start(DatabaseConfig config, MetricRegistry metrics) {
        return config.embedded() ? startEmbedded(config, metrics) : connect(config, metrics);
    }

    private static Database startEmbedded(DatabaseConfig config, MetricRegistry metrics) {
        EmbeddedDatabase server = EmbeddedDatabase.start(config.folder(), config.binariesFolder(), config.port());
        try {
            Login login = new Login(server.url(), server.user(), server.password());
            Database database = new Database(config, server, login, metrics);
            database.migrations.migrate();
            database.checks.requireCurrent();
            database.schemaIsCurrent.set(true);
            return database;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static Database connect(DatabaseConfig config, MetricRegistry metrics) {
        Database database = new Database(config, null, Login.of(config), metrics);
        Optional<String> unreachable = database.login.unreachable();
        if (unreachable.isPresent()) {
            log.warn("{} cannot be reached, starting without it: {}", config, unreachable.get());
        } else {
            database.checks.requireCurrent();
            database.schemaIsCurrent.set(true);
        }
        return database;
    }

    /** Runs SQL on the pool. */
    public Jdbi jdbi() {
        return jdbi;
    }

    /**
     * Runs the SQL of operators' changes, on a few connections of their own. A change waits for the lease commits under
     * way, so its statements may take longer than others: nearly as long as the driver waits.
     */
    public Jdbi controlJdbi() {
        return controlJdbi;
    }

    /** The pool itself. */
    public DataSource dataSource() {
        return pool;
    }

    /** The schema's history. */
    public Migrations migrations() {
        return migrations;
    }

    /** The JDBC address in use. */
    public String url() {
        return login.url();
    }

    /**
     * Opens a connection outside the pool, for one who keeps it: with the time-outs of the pool, in autocommit mode.
     * The caller closes it.
     *
     * @param purpose what it is for, one word: the server shows it as {@code drover-<purpose>}
     */
    public Connection open(String purpose) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(driverProperties(config.timeouts(), "drover-" + purpose));
        properties.putAll(login.properties());
        return DriverManager.getConnection(login.url(), properties);
    }

    /**
     * Why the database cannot be used just now, or empty when it can. Asks the database, for as long as the time-outs.
     */
    public Optional<String> problem() {
        try (Connection connection = pool.getConnection()) {
            if (!connection.isValid(2)) {
                return Optional.of("the database does not answer");
            }
            if (!schemaIsCurrent.get()) {
                checks.requireCurrent();
                schemaIsCurrent.set(true);
            }
            return checks.outgrown(connection);
        } catch (SQLException | DatabaseException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Closes the pool and stops the embedded server. */
    @Override
    public void stop() {
        try {
            controlPool.stop();
            pool.stop();
        } catch (Exception e) {
            log.warn("The connection pool did not close cleanly", e);
        } finally {
            if (embedded != null) {
                embedded.close();
            }
        }
    }

    @Override
    public void close() {
        stop();
    }

    private static DataSourceFactory controlPool(DatabaseConfig config, Login login) {
        DatabaseConfig.Timeouts usual = config.timeouts();
        long patience =
                Math.max(usual.statement().toMilliseconds(), usual.socket().toMilliseconds() - MARGIN_MS);
        DataSourceFactory factory = pool(
                config,
                login,
                new DatabaseConfig.Timeouts(usual.connect(), usual.socket(), Duration.milliseconds(patience)));
        factory.setMinSize(0);
        factory.setInitialSize(0);
        factory.setMaxSize(Math.min(CONTROL_CONNECTIONS, config.pool().maxSize()));
        return factory;
    }

    private static DataSourceFactory pool(DatabaseConfig config, Login login, DatabaseConfig.Timeouts timeouts) {
        DataSourceFactory factory = new DataSourceFactory();
        factory.setDriverClass("org.postgresql.Driver");
        factory.setUrl(login.url());
        factory.setUser(login.user());
        factory.setPassword(login.password());
        factory.setProperties(driverProperties(timeouts, "drover"));
        factory.setMinSize(config.pool().minSize());
        factory.setInitialSize(config.pool().minSize());
        factory.setMaxSize(config.pool().maxSize());
        factory.setMaxWaitForConnection(config.pool().maxWait());
        factory.setCheckConnectionOnBorrow(true);
        // by default a connection that was good 30 s ago is not looked at again: after a restart of the server the
        // dead ones would be handed out one after the other
        factory.setValidationInterval(Duration.milliseconds(0));
        factory.setIgnoreExceptionOnPreLoad(true);
        factory.setAutoCommentsEnabled(false);
        factory.setValidationQueryTimeout(Duration.seconds(2));
        return factory;
    }

    private static Map<String, String> driverProperties(DatabaseConfig.Timeouts timeouts, String name) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("ApplicationName", name);
        properties.put("connectTimeout", Long.toString(timeouts.connect().toSeconds()));
        properties.put("loginTimeout", Long.toString(timeouts.socket().toSeconds()));
        properties.put("socketTimeout", Long.toString(timeouts.socket().toSeconds()));
        properties.put("tcpKeepAlive", "true");
        properties.put("logServerErrorDetail", "false"); // rows and values, see Login
        properties.put(
                "options",
                "-c statement_timeout=" + timeouts.statement().toMilliseconds()
                        + " -c idle_in_transaction_session_timeout=" + LONGEST_PAUSE_MS);
        return properties;
    }
}
