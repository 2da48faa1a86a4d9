package io.drover.database;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a server running until it is closed: one that ends by itself is started again, after a pause that grows while
 * starts fail or the server does not last.
 */
final class PostgresKeeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PostgresKeeper.class);

    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LASTING = Duration.ofMinutes(1);

    private final Function<BooleanSupplier, PostgresServer> start;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::keep, "postgres-keeper");
    private volatile PostgresServer server;
    private Duration pause = SHORTEST_PAUSE;

    private PostgresKeeper(Function<BooleanSupplier, PostgresServer> start) {
        this.start = start;
        this.server = start.apply(() -> false);
        thread.setDaemon(true);
    }

    /**
     * Starts the server and returns when it accepts connections.
     *
     * @param start starts it and returns when it accepts connections; gives up when it is told that nobody wants the
     *     server any more
     */
    static PostgresKeeper start(Function<BooleanSupplier, PostgresServer> start) {
        PostgresKeeper keeper = new PostgresKeeper(start);
        keeper.thread.start();
        return keeper;
    }

    /** Stops the server, also one that is just being started again, and starts none any more. */
    @Override
    public void close() {
        closing.countDown();
        server.stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("Interrupted while stopping PostgreSQL", e);
        }
    }

    private boolean closed() {
        return closing.getCount() == 0;
    }

    private void keep() {
        try {
            while (!closed()) {
                long started = System.nanoTime();
                int exit = server.awaitEnd();
                if (System.nanoTime() - started > LASTING.toNanos()) {
                    pause = SHORTEST_PAUSE;
                }
                if (!closed()) {
                    log.warn("PostgreSQL ended by itself with exit code {}: {}", exit, server.lastWords());
                    bringBack();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void bringBack() throws InterruptedException {
        boolean back = false;
        while (!back && !closing.await(nextPause(), TimeUnit.MILLISECONDS)) {
            back = startAgain();
        }
    }

    private long nextPause() {
        Duration next = pause;
        Duration twice = next.multipliedBy(2);
        pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        return next.toMillis();
    }

    private boolean startAgain() {
        try {
            server = start.apply(this::closed);
            if (closed()) {
                server.stop();
            } else {
                log.info("PostgreSQL is ready again");
            }
            return true;
        } catch (RuntimeException | Error e) {
            if (!closed()) {
                log.warn(
                        "PostgreSQL cannot be started again, next attempt in {} s: {}",
                        pause.toSeconds(),
                        e.getMessage());
            }
            return false;
        }
    }
}
