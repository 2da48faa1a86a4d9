package io.drover.database;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fresh database for each test class, on one PostgreSQL server for the whole process. Register it in a static field:
 * {@code @RegisterExtension static final DatabaseExtension database = new DatabaseExtension();}
 */
public final class DatabaseExtension implements BeforeAllCallback, AfterAllCallback {
    private final boolean migrated;
    private @Nullable Server server;
    private @Nullable String name;
    private @Nullable Database database;

    /** With the tables of the migrations. */
    public DatabaseExtension() {
        this(true);
    }

    private DatabaseExtension(boolean migrated) {
        this.migrated = migrated;
    }

    /** Without any table; {@link #database()} and what hangs on it are not available then. */
    public static DatabaseExtension empty() {
        return new DatabaseExtension(false);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws SQLException {
        server = Server.ofThisProcess();
        name = server.create(migrated);
        if (migrated) {
            database = Database.start(config(), new MetricRegistry());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws SQLException {
        if (database != null) {
            database.stop();
        }
        if (server != null && name != null) {
            server.drop(name);
        }
    }

    /** The connection pool and all that belongs to it. */
    public Database database() {
        return Objects.requireNonNull(database, "no database: is the extension registered in a static field?");
    }

    public Jdbi jdbi() {
        return database().jdbi();
    }

    public DataSource dataSource() {
        return database().dataSource();
    }

    /** A configuration that leads to this database, for a broker under test. */
    public DatabaseConfig config() {
        return DatabaseConfig.at(url(), user(), password());
    }

    public String url() {
        return Objects.requireNonNull(server).url(Objects.requireNonNull(name));
    }

    /** The way into this database. */
    Login login() {
        return new Login(url(), user(), password());
    }

    /** Runs one statement, pool or no pool. */
    public void execute(String sql) {
        Jdbi.create(login().patientDataSource()).useHandle(handle -> handle.execute(sql));
    }

    /** The first column of a query, pool or no pool. */
    public List<@Nullable String> query(String sql) {
        return Jdbi.create(login().patientDataSource())
                .withHandle(
                        handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    public String user() {
        return Objects.requireNonNull(server).embedded.user();
    }

    public String password() {
        return Objects.requireNonNull(server).embedded.password();
    }

    /** The server that the test classes of a process share, with a migrated database from which theirs are copied. */
    private static final class Server {
        private static final String TEMPLATE = "migrated";
        private static final String FOLDERS = "drover-test-postgres-";
        private static final Path MEMORY = Path.of("/dev/shm");
        private static final long ENOUGH_BYTES = 1L << 30;

        private final AtomicInteger databases = new AtomicInteger();
        private final EmbeddedDatabase embedded;
        private final Path folder;

        private Server(EmbeddedDatabase embedded, Path folder) {
            this.embedded = embedded;
            this.folder = folder;
        }

        /** The build gives each test class a run of its own: only the process lasts from one to the next. */
        private static @Nullable Server running;

        static synchronized Server ofThisProcess() {
            if (running == null) {
                Server started = start();
                Runtime.getRuntime().addShutdownHook(new Thread(started::close));
                running = started;
            }
            return running;
        }

        private static Server start() {
            try {
                Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
                Path home = isRoomy(MEMORY) ? MEMORY : target;
                deleteLeftOvers(home);
                Path folder = Files.createTempDirectory(
                        home, FOLDERS + ProcessHandle.current().pid() + "-");
                Server server =
                        new Server(EmbeddedDatabase.start(folder, target.resolve("postgres-binaries"), 0), folder);
                server.execute("CREATE DATABASE " + TEMPLATE);
                Login login = new Login(server.url(TEMPLATE), server.embedded.user(), server.embedded.password());
                new Migrations(login.patientDataSource(), null).migrate();
                return server;
            } catch (IOException | SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Tests wait for the disk at every commit: memory spares them that where there is enough of it. */
        private static boolean isRoomy(Path folder) throws IOException {
            return Files.isWritable(folder) && Files.getFileStore(folder).getUsableSpace() > ENOUGH_BYTES;
        }

        /** Deletes what killed test runs left behind; a folder of a run that goes on, or that is in use, stays. */
        private static void deleteLeftOvers(Path home) throws IOException {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(home, FOLDERS + "*")) {
                for (Path folder : folders) {
                    if (isOfRunningProcess(folder)) {
                        continue;
                    }
                    try {
                        FolderLock.acquire(PrivateFolder.open(folder)).close();
                        PrivateFolder.delete(folder);
                    } catch (DatabaseException e) {
                        // in use, or of another user
                    }
                }
            }
        }

        private static boolean isOfRunningProcess(Path folder) {
            String[] parts =
                    folder.getFileName().toString().substring(FOLDERS.length()).split("-", 2);
            return parts.length == 2
                    && ProcessHandle.of(Long.parseLong(parts[0])).isPresent();
        }

        String create(boolean migrated) throws SQLException {
            String name = "test_" + databases.incrementAndGet();
            execute("CREATE DATABASE " + name + (migrated ? " TEMPLATE " + TEMPLATE : ""));
            return name;
        }

        void drop(String name) throws SQLException {
            execute("DROP DATABASE " + name + " WITH (FORCE)");
        }

        String url(String name) {
            return embedded.url().replaceFirst("/postgres$", "/" + name);
        }

        private void execute(String sql) throws SQLException {
            try (Connection connection =
                            DriverManager.getConnection(embedded.url(), embedded.user(), embedded.password());
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        private void close() {
            try {
                embedded.close();
                PrivateFolder.delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
