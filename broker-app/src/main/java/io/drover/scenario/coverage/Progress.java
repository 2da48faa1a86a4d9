package io.drover.scenario.coverage;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Counts what is done and tells each full percent once. Safe for many threads. */
final class Progress {

    private static final int ALL = 100;

    private final int all;
    private final IntConsumer listener;
    private final AtomicInteger done = new AtomicInteger();

    Progress(int all, IntConsumer listener) {
        this.all = all;
        this.listener = listener;
    }

    void one() {
        int now = done.incrementAndGet();
        int percent = ALL * now / all;
        if (percent != ALL * (now - 1) / all) {
            listener.accept(percent);
        }
    }
}
