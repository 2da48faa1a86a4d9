package io.drover.guacamole;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that keep neither the process nor, once they end, the web application alive. */
final class DaemonThreads implements ThreadFactory {

    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    DaemonThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name + "-" + made.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
