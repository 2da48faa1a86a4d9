package io.drover.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of the broker's own, its data kept in a folder. It listens on the loopback address alone, asks
 * for a password, and writes to disk before it acknowledges. A server that ends by itself is started again, on the same
 * port. It ends with {@link #close()}, and with the process that started it where the system can arrange that; a server
 * that survived nevertheless is stopped by the next start.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedDatabase.class);

    private final FolderLock lock;
    private final String password;
    private final PostgresKeeper server;
    private final int port;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedDatabase(FolderLock lock, String password, PostgresKeeper server, int port) {
        this.lock = lock;
        this.password = password;
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
        String platform = Platform.current();
        PostgresBinaries.archive(platform);
        PrivateFolder folder = PrivateFolder.open(data);
        FolderLock lock = FolderLock.acquire(folder);
        try {
            PostgresBinaries unpacked = PostgresBinaries.unpack(binaries, platform, folder.owner());
            PostgresPrograms programs = new PostgresPrograms(unpacked, folder.ownedByRoot());
            Cluster cluster = Cluster.open(folder, programs);
            Postmaster postmaster = new Postmaster(cluster.path(), programs);
            postmaster.stopOrphan();
            int free = freePort(port);
            Path output = folder.resolve("postgres.log");
            PostgresKeeper server = PostgresKeeper.start(unwanted -> {
                postmaster.stopOrphan();
                return PostgresServer.start(programs, postmaster, free, output, unwanted);
            });
            log.info("PostgreSQL is ready on port {}, its data in {}", free, cluster.path());
            return new EmbeddedDatabase(lock, cluster.password(), server, free);
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
        return password;
    }

    /** Stops the server and gives the folder free. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            server.close();
        } finally {
            lock.close();
        }
    }

    private static int freePort(int wanted) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), wanted));
            return probe.getLocalPort();
        } catch (IOException e) {
            String message = "The port %d for PostgreSQL cannot be used (%s). Set another database.port, or 0 for any.";
            throw new DatabaseException(message.formatted(wanted, e.getMessage()), e);
        }
    }
}
