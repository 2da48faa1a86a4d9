package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.http.RequestRef;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Timeout(60)
class TurnsTest {

    private static final int THREADS = 16;
    private static final int EACH = 5_000;

    private final Turns turns = new Turns();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private int count;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void oneTaskRunsAtATimeAndEachRunsOnce() throws Exception {
        List<Future<Integer>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            running.add(threads.submit(() -> {
                int sum = 0;
                for (int i = 0; i < EACH; i++) {
                    int own = i;
                    sum += turns.run(() -> {
                        count++;
                        return own;
                    });
                }
                return sum;
            }));
        }
        for (Future<Integer> one : running) {
            assertThat(one.get()).isEqualTo(EACH * (EACH - 1) / 2);
        }
        assertThat(turns.run(() -> count)).isEqualTo(THREADS * EACH);
    }

    @Test
    void whatATaskThrowsComesToWhoeverAskedForItAndNobodyElse() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<String> first = threads.submit(() -> turns.run(() -> {
            begun.countDown();
            awaitQuietly(end);
            return "first";
        }));
        begun.await();
        Future<String> failing = threads.submit(() -> turns.run(() -> {
            throw new IllegalStateException("mine");
        }));
        Future<String> last = threads.submit(() -> turns.run(() -> "last"));
        end.countDown();
        assertThat(first.get()).isEqualTo("first");
        assertThat(last.get()).isEqualTo("last");
        assertThatThrownBy(failing::get).rootCause().hasMessage("mine");
        assertThatThrownBy(() -> turns.run(() -> {
                    throw new AssertionError("an error, too");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("an error, too");
        assertThat(turns.run(() -> "goes on")).isEqualTo("goes on");
    }

    @Test
    void whatIsLoggedCarriesTheRefOfTheRequestWhoseTaskItIs() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        List<Future<String>> asking = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String ref = "ref-" + i;
            asking.add(threads.submit(() -> {
                MDC.put(RequestRef.LOG_KEY, ref);
                String seen = turns.run(() -> {
                    begun.countDown();
                    awaitQuietly(end);
                    return MDC.get(RequestRef.LOG_KEY);
                });
                return seen + " " + MDC.get(RequestRef.LOG_KEY);
            }));
        }
        begun.await();
        end.countDown();
        for (int i = 0; i < THREADS; i++) {
            assertThat(asking.get(i).get()).isEqualTo("ref-" + i + " ref-" + i);
        }
    }

    @Test
    void aTaskMayRunFurtherOnesAtOnce() {
        assertThat(turns.run(() -> "outer " + turns.run(() -> "inner"))).isEqualTo("outer inner");
    }

    @Test
    void whoIsInterruptedWaitsForTheTaskAllTheSameAndStaysInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<?> first = threads.submit(() -> turns.run(() -> {
            begun.countDown();
            awaitQuietly(end);
            return true;
        }));
        begun.await();
        Future<Boolean> interrupted = threads.submit(() -> {
            Thread.currentThread().interrupt();
            int own = turns.run(() -> ++count);
            return own == 1 && Thread.interrupted();
        });
        end.countDown();
        first.get();
        assertThat(interrupted.get()).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
