package io.drover.guacamole;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for one kind of what may hang: a call to a broker, a silent host. Who waits for the result can stop waiting.
 * Daemons, made when needed. Each kind has its own, so that one cannot use up the threads of another.
 */
final class Workers implements AutoCloseable {

    private final ThreadPoolExecutor threads;

    /**
     * Threads that are made when needed.
     *
     * @param name what they are called in a thread dump
     * @param most how many there are at once
     */
    Workers(String name, int most) {
        threads = new ThreadPoolExecutor(
                0, most, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), new DaemonThreads(name));
    }

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
