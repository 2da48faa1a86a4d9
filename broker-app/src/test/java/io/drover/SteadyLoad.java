package io.drover;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Requests that go on, a fixed number of them under way at any moment, until it is closed. */
final class SteadyLoad implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final IntFunction<CompletableFuture<Answer>> ask;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean closed;

    /** @param ask sends the request of that number */
    static SteadyLoad start(int atOnce, IntFunction<CompletableFuture<Answer>> ask) {
        SteadyLoad load = new SteadyLoad(ask);
        for (int i = 0; i < atOnce; i++) {
            load.next();
        }
        return load;
    }

    private SteadyLoad(IntFunction<CompletableFuture<Answer>> ask) {
        this.ask = ask;
    }

    private void next() {
        if (closed) {
            return;
        }
        underWay.incrementAndGet();
        var unused = ask.apply(asked.getAndIncrement()).whenCompleteAsync((answer, fault) -> {
            if (fault == null) {
                answers.add(answer);
            } else {
                faults.add(fault);
            }
            next();
            underWay.decrementAndGet();
        });
    }

    /** Everything that was answered so far, in the order in which it was. */
    List<Answer> answers() {
        return List.copyOf(answers);
    }

    /** Requests that got no answer at all. */
    List<Throwable> faults() {
        return List.copyOf(faults);
    }

    /** Waits until so many requests that are sent from now on were answered. */
    void awaitMore(int count) {
        long from = System.nanoTime();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> answers.stream()
                                .filter(answer -> answer.asked() > from)
                                .limit(count)
                                .count()
                        == count);
    }

    /** Sends nothing more and waits for what is under way. */
    @Override
    public void close() {
        closed = true;
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> underWay.get() == 0);
    }
}
