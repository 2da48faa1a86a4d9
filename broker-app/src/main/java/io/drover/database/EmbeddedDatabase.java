package io.drover.database;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of the broker's own, its data kept in a folder. It listens on the loopback address alone, asks
 * for a password, and writes to disk before it acknowledges. It ends with {@link #close()}, and with the process that
 * started it where the system can arrange that; a server that survived nevertheless is stopped by the next start.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedDatabase.class);
    private static final int START_SECONDS = 120;

    private final FolderLock lock;
    private final Cluster cluster;
    private final Postmaster postmaster;
    private final Process server;
    private final int port;

    private EmbeddedDatabase(FolderLock lock, Cluster cluster, Postmaster postmaster, Process server, int port) {
        this.lock = lock;
        this.cluster = cluster;
        this.postmaster = postmaster;
        this.server = server;
        this.port = port;
    }

    /**
     * Starts the server and returns when it accepts connections.
     *
     * @param data the folder for data, password, lock and the server's log; made if missing, closed to other users
     * @param binaries the folder into which the PostgreSQL programs are unpacked once
     * @param port the TCP port, or 0 for any free one
     * @throws DatabaseException when it cannot start, with the server's own words
     */
    public static EmbeddedDatabase start(Path data, Path binaries, int port) {
        PrivateFolder folder = PrivateFolder.open(data);
        FolderLock lock = FolderLock.acquire(folder);
        try {
            PostgresBinaries unpacked = PostgresBinaries.unpack(binaries, Platform.current());
            PostgresPrograms programs =
                    new PostgresPrograms(unpacked, folder.owner().getName().equals("root"));
            Cluster cluster = Cluster.open(folder, programs);
            Postmaster postmaster = new Postmaster(cluster.path(), programs);
            postmaster.stopOrphan();
            int free = freePort(port);
            Process server = launch(programs, cluster, free, folder.resolve("postgres.log"));
            awaitReady(programs, postmaster, server, folder.resolve("postgres.log"));
            log.info("PostgreSQL is ready on port {}, its data in {}", free, cluster.path());
            return new EmbeddedDatabase(lock, cluster, postmaster, server, free);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The JDBC address of the server's default database. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
    }

    /** The role that owns everything. */
    public String user() {
        return Cluster.USER;
    }

    /** The role's generated password. */
    public String password() {
        return cluster.password();
    }

    /** Stops the server and gives the folder free. */
    @Override
    public void close() {
        try {
            if (server.isAlive()) {
                postmaster.stop();
            }
        } finally {
            lock.close();
        }
    }

    private static int freePort(int wanted) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
            return probe.getLocalPort();
        } catch (IOException e) {
            throw new DatabaseException(
                    "Port %d for PostgreSQL is taken (%s). Set another database.port, or 0 for any free one."
                            .formatted(wanted, e.getMessage()),
                    e);
        }
    }

    private static Process launch(PostgresPrograms programs, Cluster cluster, int port, Path output) {
        List<String> arguments =
                new ArrayList<>(List.of("-D", cluster.path().toString(), "-p", Integer.toString(port)));
        for (String setting : List.of(
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "password_encryption=scram-sha-256",
                "fsync=on",
                "full_page_writes=on",
                "synchronous_commit=on",
                "timezone=UTC",
                "log_timezone=UTC",
                "jit=off",
                "log_checkpoints=off")) {
            arguments.add("-c");
            arguments.add(setting);
        }
        keepPrevious(output);
        ProcessBuilder command = programs.command("postgres", arguments)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        return startOnOwnThread(programs, command);
    }

    /**
     * Starts the server on a thread that lives as long as the server: the system stops the server when the thread that
     * started it ends.
     */
    private static Process startOnOwnThread(PostgresPrograms programs, ProcessBuilder command) {
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread keeper = new Thread(() -> keep(command, started), "postgres");
        keeper.setDaemon(true);
        keeper.start();
        try {
            return started.get();
        } catch (ExecutionException e) {
            throw programs.notStarted("postgres", new IOException(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("Interrupted while starting PostgreSQL", e);
        }
    }

    private static void keep(ProcessBuilder command, CompletableFuture<Process> started) {
        try {
            Process process = command.start();
            started.complete(process);
            process.waitFor();
        } catch (IOException e) {
            started.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitReady(PostgresPrograms programs, Postmaster postmaster, Process server, Path output) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        try {
            while (!postmaster.ready(server.pid())) {
                if (server.waitFor(10, TimeUnit.MILLISECONDS)) {
                    throw programs.failed("PostgreSQL does not start:", fault(output));
                }
                if (System.nanoTime() > deadline) {
                    postmaster.stop();
                    throw new DatabaseException(
                            "PostgreSQL was not ready within %d s: %s".formatted(START_SECONDS, fault(output)));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            postmaster.stop();
            throw new DatabaseException("Interrupted while waiting for PostgreSQL", e);
        }
    }

    /** The server's own last complaint, with its detail and hint. */
    private static String fault(Path output) {
        try {
            List<String> lines = Files.readAllLines(output);
            for (int line = lines.size() - 1; line >= 0; line--) {
                if (lines.get(line).contains("FATAL:") || lines.get(line).contains("PANIC:")) {
                    return String.join(" ", lines.subList(line, lines.size())).strip();
                }
            }
            return String.join(" ", lines);
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    private static void keepPrevious(Path output) {
        try {
            if (Files.exists(output)) {
                Files.move(output, Path.of(output + ".previous"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new DatabaseException("The file %s cannot be written: %s".formatted(output, e), e);
        }
    }
}
