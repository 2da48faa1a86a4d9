package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseIT {
    private static final Path BINARIES = Path.of("target", "postgres-binaries").toAbsolutePath();

    /** A database that was started once, to copy from: faster than to make a new one for each test. */
    @TempDir
    static Path prepared;

    @TempDir
    Path temporary;

    private Path data = Path.of("");

    @BeforeAll
    static void prepareADatabase() {
        EmbeddedDatabase.start(prepared, BINARIES, 0).close();
    }

    @BeforeEach
    void copyTheDatabase() throws Exception {
        data = temporary.resolve("postgres");
        Process copy = new ProcessBuilder("cp", "-a", prepared.toString(), data.toString())
                .inheritIO()
                .start();
        assertThat(copy.waitFor()).isZero();
    }

    @Test
    void startsFromNothingAndKeepsItsDataOverARestart() throws Exception {
        data = temporary.resolve("new");
        try (EmbeddedDatabase database = start()) {
            execute(database, "CREATE TABLE kept AS SELECT 42 AS answer");
        }

        try (EmbeddedDatabase database = start()) {
            assertThat(query(database, "SELECT answer FROM kept")).containsExactly("42");
        }
    }

    @Test
    void writesToDiskBeforeItAcknowledges() throws Exception {
        try (EmbeddedDatabase database = start()) {
            assertThat(query(database, """
                            SELECT name || '=' || setting FROM pg_settings
                             WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name"""))
                    .containsExactly("fsync=on", "full_page_writes=on", "synchronous_commit=on");
        }
    }

    @Test
    void listensOnTheLoopbackAddressAlone() throws Exception {
        try (EmbeddedDatabase database = start()) {
            assertThat(query(database, """
                            SELECT name || '=' || setting FROM pg_settings
                             WHERE name IN ('listen_addresses', 'unix_socket_directories') ORDER BY name""")).containsExactly("listen_addresses=127.0.0.1", "unix_socket_directories=");
        }
    }

    @Test
    void letsNobodyInWithoutThePassword() throws Exception {
        try (EmbeddedDatabase database = start()) {
            assertThatThrownBy(() -> DriverManager.getConnection(database.url(), database.user(), "wrong"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
            assertThat(query(database, "SELECT DISTINCT auth_method FROM pg_hba_file_rules"))
                    .containsExactly("scram-sha-256");
            assertThat(query(database, "SELECT left(rolpassword, 14) FROM pg_authid WHERE rolcanlogin"))
                    .containsExactly("SCRAM-SHA-256$");
        }
    }

    @Test
    void hidesItsFilesFromOtherUsers() throws Exception {
        try (EmbeddedDatabase database = start()) {
            assertThat(mode(data)).isEqualTo("rwx------");
            assertThat(mode(data.resolve("password"))).isEqualTo("rw-------");
            assertThat(data.resolve("password")).hasContent(database.password());
            try (Stream<Path> unpacked = Files.list(BINARIES)) {
                assertThat(unpacked)
                        .isNotEmpty()
                        .allSatisfy(folder -> assertThat(mode(folder)).isEqualTo("rwx------"));
            }
        }
    }

    @Test
    void diesWithItsBroker() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs setpriv");
        try (BrokerProcess broker = BrokerProcess.start(data, BINARIES, System.getenv("PATH"))) {
            broker.kill();

            assertThat(broker.server().onExit()).succeedsWithin(Duration.ofSeconds(10));
        }
    }

    @Test
    void stopsTheServerThatAKilledBrokerLeftBehind() throws Exception {
        try (EmbeddedDatabase database = start()) {
            execute(database, "CREATE TABLE kept AS SELECT 42 AS answer");
        }
        try (BrokerProcess broker = BrokerProcess.start(data, BINARIES, pathWithout("setpriv"))) {
            broker.kill();
            assertThat(broker.server().isAlive()).isTrue();

            try (EmbeddedDatabase database = start()) {
                assertThat(broker.server().onExit()).succeedsWithin(Duration.ofSeconds(10));
                assertThat(query(database, "SELECT answer FROM kept")).containsExactly("42");
            }
        }
    }

    @Test
    void leavesAProcessAloneThatHasTheNumberOfAServerOfThePast() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(
                    data.resolve("cluster").resolve("postmaster.pid"),
                    "%d\n%s\n0\n0\n\n127.0.0.1\n\n".formatted(stranger.pid(), data.resolve("cluster")));

            try (EmbeddedDatabase database = start()) {
                assertThat(query(database, "SELECT 1")).containsExactly("1");
            }
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void ignoresThePidFileOfAProcessThatIsGone() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.writeString(
                data.resolve("cluster").resolve("postmaster.pid"),
                "%d\n%s\n0\n0\n\n127.0.0.1\n\n".formatted(gone.pid(), data.resolve("cluster")));

        try (EmbeddedDatabase database = start()) {
            assertThat(query(database, "SELECT 1")).containsExactly("1");
        }
    }

    @Test
    void namesTheProcessThatUsesTheFolder() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(data, BINARIES, System.getenv("PATH"))) {
            assertThatThrownBy(this::start)
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining(
                            "in use by process " + broker.process().pid());
            assertThat(broker.server().isAlive()).isTrue();
        }
    }

    @Test
    void keepsTheLockAgainstASecondAttemptOfTheSameProcess() throws Exception {
        try (EmbeddedDatabase database = start()) {
            assertThatThrownBy(this::start).hasMessageContaining("in use by this process");

            assertThatThrownBy(() -> BrokerProcess.start(data, BINARIES, System.getenv("PATH")))
                    .hasMessageContaining(
                            "in use by process " + ProcessHandle.current().pid());
            assertThat(query(database, "SELECT 1")).containsExactly("1");
        }
        start().close();
    }

    @Test
    void refusesTheDataOfAnotherMajorVersion() throws Exception {
        Files.writeString(data.resolve("cluster").resolve("PG_VERSION"), "15\n");

        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("made by PostgreSQL 15, this build brings PostgreSQL 18");
    }

    @Test
    void refusesTheDataOfAnotherUser() throws Exception {
        assumeTrue(Files.getOwner(temporary).getName().equals("root"), "only root can give a folder away");
        Files.setAttribute(data.resolve("cluster"), "unix:uid", 54321);

        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("cluster belongs to 54321, the broker runs as root");
    }

    @Test
    void refusesAFolderThatHoldsOtherThings() throws Exception {
        data = Files.createDirectory(temporary.resolve("thesis"));
        Files.writeString(data.resolve("thesis.txt"), "years of work");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("has other things in it");
        assertThat(mode(data)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void refusesAPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedDatabase.start(data, BINARIES, taken.getLocalPort()))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("The port " + taken.getLocalPort());
        }
        start().close();
    }

    @Test
    void startsOverAfterAFirstStartThatWasCutShort() throws Exception {
        data = temporary.resolve("new");
        Files.createDirectories(data.resolve("cluster.incomplete").resolve("base"));
        Files.writeString(data.resolve("cluster.incomplete").resolve("PG_VERSION"), "18\n");
        Files.createFile(data.resolve("lock"));

        try (EmbeddedDatabase database = start()) {
            assertThat(query(database, "SELECT 1")).containsExactly("1");
            assertThat(data.resolve("cluster.incomplete")).doesNotExist();
        }
    }

    @Test
    void passesOnWhatTheServerSaysWhenItDoesNotStart() throws Exception {
        Files.writeString(
                data.resolve("cluster").resolve("postgresql.conf"), "\nnonsense = 1\n", StandardOpenOption.APPEND);

        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("FATAL:")
                .hasMessageContaining("configuration file");
    }

    @Test
    void saysThatThePasswordIsMissing() throws Exception {
        Files.delete(data.resolve("password"));

        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("with the database's password is missing");
    }

    @Test
    void saysThatRootNeedsANamespace() throws Exception {
        assumeTrue(Files.getOwner(temporary).getName().equals("root"), "only root needs one");

        PrivateFolder folder = PrivateFolder.open(data);
        PostgresPrograms programs = new PostgresPrograms(
                PostgresBinaries.unpack(BINARIES, Platform.current(), folder.owner()), folder.ownedByRoot());

        assertThat(programs.failed("PostgreSQL does not start:", "unshare: unshare failed: Operation not permitted"))
                .hasMessageContaining("does not run as root")
                .hasMessageContaining("Operation not permitted")
                .hasMessageContaining("ordinary user");
    }

    private EmbeddedDatabase start() {
        return EmbeddedDatabase.start(data, BINARIES, 0);
    }

    /** A folder for PATH with everything that the broker may use, but one program. */
    private String pathWithout(String program) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("bin"));
        for (String name : List.of("setsid", "unshare", "setpriv")) {
            Path original = Path.of("/usr/bin", name);
            if (!name.equals(program) && Files.exists(original)) {
                Files.createSymbolicLink(folder.resolve(name), original);
            }
        }
        return folder.toString();
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> query(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    private static Connection connect(EmbeddedDatabase database) throws SQLException {
        return DriverManager.getConnection(database.url(), database.user(), database.password());
    }
}
