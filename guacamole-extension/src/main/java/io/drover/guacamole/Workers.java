package io.drover.guacamole;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for what may hang: looking up a name, a silent socket. Who waits for the result can stop waiting. Daemons,
 * made when needed.
 */
final class Workers implements AutoCloseable {

    private static final int MOST = 1_000;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, MOST, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), new DaemonThreads("drover-worker"));

    /**
     * Starts a task.
     *
     * @throws java.util.concurrent.RejectedExecutionException when all threads are busy, or after {@link #close()}
     */
    <T> Future<T> start(Callable<T> task) {
        return threads.submit(task);
    }

    /**
     * Runs a task.
     *
     * @throws java.util.concurrent.RejectedExecutionException as for {@link #start}
     */
    void run(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
