package io.drover.benchmarks.faults;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL server: its data, its port, and its process while it runs. */
final class PostgresNode {

    private static final Duration START = Duration.ofSeconds(60);
    private static final String USER = "drover";

    private final Path programs;
    private final Path data;
    private final int port;
    private final String password;
    private @Nullable Child process;

    PostgresNode(Path programs, Path data, int port, String password) {
        this.programs = programs;
        this.data = data;
        this.port = port;
        this.password = password;
    }

    Path data() {
        return data;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /** Starts it and returns when it can be asked. */
    void start() {
        List<String> words = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            words.addAll(List.of("unshare", "-U"));
        }
        words.addAll(List.of(programs.resolve("bin/postgres").toString(), "-D", data.toString(), "-p", "" + port));
        List.of(
                        "listen_addresses=127.0.0.1",
                        "unix_socket_directories=",
                        "fsync=on",
                        "synchronous_commit=on",
                        "jit=off",
                        "timezone=UTC",
                        "log_timezone=UTC",
                        "log_error_verbosity=terse",
                        "track_commit_timestamp=on",
                        "wal_keep_size=1GB",
                        "wal_retrieve_retry_interval=200ms",
                        "max_connections=200",
                        "application_name=standby")
                .forEach(setting -> words.addAll(List.of("-c", setting)));
        process = Child.start(words, Map.of("LC_ALL", "C"), data.resolveSibling(data.getFileName() + ".log"));
        awaitReady();
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            try (Connection connection = open()) {
                if (connection.isValid(2)) {
                    return;
                }
            } catch (SQLException e) {
                Child running = process;
                if (running == null || !running.isAlive() || System.nanoTime() > deadline) {
                    throw new IllegalStateException("PostgreSQL in " + data + " does not start", e);
                }
            }
            Pause.millis(20);
        }
    }

    /** Ends it as a crash does. */
    void crash() {
        Child running = process;
        if (running != null) {
            running.end("QUIT");
        }
    }

    Connection open() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + address()
                        + "/postgres?connectTimeout=2&socketTimeout=60&ApplicationName=harness",
                USER,
                password);
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    String query(String sql) throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /** Takes this one's place as a standby of another, from a copy of its data that is made while it runs. */
    void follow(PostgresNode primary) throws SQLException, IOException {
        delete(data);
        try (Connection connection = primary.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copy(primary.data(), data);
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                row.next();
                Files.writeString(data.resolve("backup_label"), row.getString(1));
            }
        }
        Files.createDirectories(data.resolve("pg_wal"));
        Files.writeString(data.resolve("standby.signal"), "");
        Files.writeString(
                data.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s application_name=standby'%n"
                        .formatted(primary.port, USER, password));
        start();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path target = to.resolve(from.relativize(folder).toString());
                Files.createDirectories(
                        target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = from.relativize(file).toString();
                if (!name.startsWith("pg_wal/") && !name.equals("postmaster.pid") && !name.equals("postmaster.opts")) {
                    Files.copy(file, to.resolve(name));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException fault) {
                return FileVisitResult.CONTINUE; // a file that the server deleted meanwhile
            }
        });
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException fault) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
