package io.drover.fleet;

import io.drover.http.RequestRef;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Runs one task at a time. Whoever has the turn also runs what came meanwhile, in the order in which it came: with a
 * lock alone, each task would wait until the thread that is next was woken and got a processor. What is logged
 * meanwhile carries the ref of the request whose task it is. Safe for use by many threads; a task may run further ones,
 * at once.
 */
final class Turns {

    /** After so many tasks of others a thread goes on with its own work. */
    private static final int MOST_FOR_OTHERS = 64;

    private final ReentrantLock turn = new ReentrantLock();
    private final Queue<Task<?>> waiting = new ConcurrentLinkedQueue<>();

    /** Returns when the task was run, in whatever thread, with what it returned or threw. */
    <T> T run(Supplier<T> action) {
        if (turn.isHeldByCurrentThread()) {
            return action.get();
        }
        Task<T> task = new Task<>(action, Thread.currentThread());
        waiting.add(task);
        boolean interrupted = false;
        while (!task.done) {
            if (turn.tryLock()) {
                runWaiting();
            } else {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return task.outcome();
    }

    private void runWaiting() {
        try {
            Task<?> next = waiting.poll();
            for (int ran = 1; next != null; ran++) {
                next.run();
                next = ran < MOST_FOR_OTHERS ? waiting.poll() : null;
            }
        } finally {
            turn.unlock();
        }
        Task<?> first = waiting.peek();
        if (first != null) {
            LockSupport.unpark(first.owner);
        }
    }

    private static final class Task<T> {

        private final Supplier<T> action;
        private final Thread owner;
        private final @Nullable String ref = MDC.get(RequestRef.LOG_KEY);
        private @Nullable T result;
        private @Nullable Throwable fault;
        private volatile boolean done;

        Task(Supplier<T> action, Thread owner) {
            this.action = action;
            this.owner = owner;
        }

        void run() {
            if (owner == Thread.currentThread()) {
                act();
            } else {
                String others = MDC.get(RequestRef.LOG_KEY);
                MDC.put(RequestRef.LOG_KEY, ref);
                act();
                MDC.put(RequestRef.LOG_KEY, others);
                LockSupport.unpark(owner);
            }
        }

        private void act() {
            try {
                result = action.get();
            } catch (RuntimeException | Error e) {
                fault = e;
            }
            done = true;
        }

        @SuppressWarnings("NullAway") // a supplier that may return null says so itself
        T outcome() {
            if (fault instanceof Error error) {
                throw error;
            }
            if (fault instanceof RuntimeException exception) {
                throw exception;
            }
            return result;
        }
    }
}
