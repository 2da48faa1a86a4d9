package io.drover.control;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Starts things at the same moment. */
public final class Race {

    private Race() {}

    /** What each of so many runners came to, in their order. */
    public static <T> List<T> of(int runners, IntFunction<Callable<T>> runner) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(runners);
        try {
            CyclicBarrier start = new CyclicBarrier(runners);
            List<Future<T>> results = new ArrayList<>();
            for (int i = 0; i < runners; i++) {
                Callable<T> call = runner.apply(i);
                results.add(threads.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    return call.call();
                }));
            }
            List<T> outcomes = new ArrayList<>();
            for (Future<T> result : results) {
                outcomes.add(result.get(30, TimeUnit.SECONDS));
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }
}
