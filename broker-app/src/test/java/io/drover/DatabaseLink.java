package io.drover;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The wire between a broker and its database, which can be cut and which can fall silent. */
public final class DatabaseLink implements AutoCloseable {

    private static final int BUFFER = 64 * 1024;

    private enum State {
        UP,
        SILENT,
        CUT
    }

    private final String host;
    private final int port;
    private final String database;
    private final ServerSocket entrance;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "database-link");
        thread.setDaemon(true);
        return thread;
    });
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private State state = State.UP;

    private DatabaseLink(URI target, ServerSocket entrance) {
        this.host = target.getHost();
        this.port = target.getPort();
        this.database = target.getPath();
        this.entrance = entrance;
    }

    /** Leads to this database. */
    public static DatabaseLink to(String jdbcUrl) throws IOException {
        URI target = URI.create(jdbcUrl.substring("jdbc:".length()));
        DatabaseLink link = new DatabaseLink(target, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        link.threads.execute(link::admit);
        return link;
    }

    /** The address that leads through this link. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + entrance.getLocalPort() + database;
    }

    /** Breaks every connection, and every new one at once. */
    public void cut() {
        change(State.CUT);
        sockets.forEach(DatabaseLink::close);
        sockets.clear();
    }

    /** Keeps connections open and lets nothing through any more; new ones are accepted and hear nothing. */
    void silence() {
        change(State.SILENT);
    }

    /** Lets everything through again, what was held back first. */
    void restore() {
        change(State.UP);
    }

    private void change(State next) {
        lock.lock();
        try {
            state = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void admit() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                threads.execute(() -> connect(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        try {
            sockets.add(client);
            if (!passes()) {
                close(client);
                return;
            }
            Socket server = new Socket(host, port);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            threads.execute(() -> carry(client, server));
            threads.execute(() -> carry(server, client));
        } catch (IOException e) {
            close(client);
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!passes()) {
                    break;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // the other end is told below
        }
        close(from);
        close(to);
    }

    /** Waits while the link is silent; false when it is cut. */
    private boolean passes() {
        lock.lock();
        try {
            while (state == State.SILENT) {
                changed.awaitUninterruptibly();
            }
            return state == State.UP;
        } finally {
            lock.unlock();
        }
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // closed is what it should be
        }
    }

    @Override
    public void close() {
        close(entrance);
        cut();
        threads.shutdownNow();
    }
}
