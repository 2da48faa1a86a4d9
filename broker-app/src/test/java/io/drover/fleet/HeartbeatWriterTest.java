package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeartbeatWriterTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final HeartbeatWriter.Settings SMALL = new HeartbeatWriter.Settings(3, 2, Duration.ofMillis(1));

    private final BlockingQueue<Set<String>> written = new LinkedBlockingQueue<>();
    private final BlockingQueue<HeartbeatBatch> batches = new LinkedBlockingQueue<>();
    private Function<HeartbeatBatch, List<String>> database = HeartbeatBatch::agentIds;
    private final HeartbeatWriter writer = new HeartbeatWriter(new FakeDao(), written::add, SMALL);

    @AfterEach
    void stop() throws InterruptedException {
        writer.stop();
    }

    @Test
    void whatWaitsIsWrittenInBatchesOldestFirst() throws Exception {
        offer("a1", 1);
        offer("a2", 1);
        offer("a3", 1);
        writer.start();

        assertThat(next().agentIds()).containsExactly("a1", "a2");
        assertThat(next().agentIds()).containsExactly("a3");
        assertThat(written.poll(10, TimeUnit.SECONDS)).containsExactlyInAnyOrder("a1", "a2");
    }

    @Test
    void onlyTheNewestOfAnAgentIsWritten() throws Exception {
        offer("a1", 1);
        offer("a1", 2);
        writer.start();

        assertThat(next().seqs()).containsExactly(2L);
        assertThat(writer.dropped()).isZero();
    }

    @Test
    void whenTooManyWaitTheOldestAreDroppedAndCounted() throws Exception {
        for (int i = 1; i <= 5; i++) {
            offer("a" + i, 1);
        }

        assertThat(writer.waiting()).isEqualTo(3);
        assertThat(writer.dropped()).isEqualTo(2);
        writer.start();
        assertThat(next().agentIds()).containsExactly("a3", "a4");
    }

    @Test
    void aFaultOfTheDatabaseLosesNothingAndTheNewerOneWins() throws Exception {
        CountDownLatch failing = new CountDownLatch(1);
        CountDownLatch offered = new CountDownLatch(1);
        database = batch -> {
            if (failing.getCount() > 0) {
                failing.countDown();
                await(offered);
                throw new IllegalStateException(new SQLException("away", "08006"));
            }
            return batch.agentIds();
        };
        offer("a1", 1);
        offer("a2", 1);
        writer.start();
        await(failing);
        offer("a1", 2);
        offered.countDown();

        next();
        HeartbeatBatch again = next();
        assertThat(again.agentIds()).containsExactly("a1", "a2");
        assertThat(again.seqs()).containsExactly(2L, 1L);
    }

    @Test
    void aHeartbeatThatTheDatabaseRefusesDoesNotHoldUpTheOthers() throws Exception {
        database = batch -> {
            if (batch.agentIds().contains("a1")) {
                throw new IllegalStateException(new SQLException("bad value", "22021"));
            }
            return batch.agentIds();
        };
        offer("a1", 1);
        offer("a2", 1);
        offer("a3", 1);
        writer.start();

        Set<String> all = new HashSet<>();
        while (all.size() < 2) {
            Set<String> ids = written.poll(10, TimeUnit.SECONDS);
            assertThat(ids).isNotNull();
            all.addAll(ids);
        }
        assertThat(all).containsExactlyInAnyOrder("a2", "a3");
        assertThat(writer.refused()).isEqualTo(1);
    }

    @Test
    void anErrorLosesNothingAlsoWhenEachIsWrittenAlone() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        database = batch -> switch (attempts.incrementAndGet()) {
            case 1 -> throw new NoClassDefFoundError("the test says so");
            case 2 -> throw new IllegalStateException(new SQLException("bad value", "22021"));
            case 3 -> throw new NoClassDefFoundError("the test says so");
            default -> batch.agentIds();
        };
        offer("a1", 1);
        offer("a2", 1);
        writer.start();

        assertThat(written.poll(10, TimeUnit.SECONDS)).containsExactlyInAnyOrder("a1", "a2");
        assertThat(writer.isRunning()).isTrue();
    }

    @Test
    void whatWaitsAtTheEndIsWritten() throws Exception {
        writer.start();
        offer("a1", 1);
        writer.stop();

        assertThat(batches).extracting(HeartbeatBatch::agentIds).containsExactly(List.of("a1"));
    }

    private void offer(String agentId, long seq) {
        writer.offer(Reports.of(agentId, NOON, "b1", seq));
    }

    private HeartbeatBatch next() throws InterruptedException {
        HeartbeatBatch batch = batches.poll(10, TimeUnit.SECONDS);
        if (batch == null) {
            throw new AssertionError("nothing was written");
        }
        return batch;
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("it did not come");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A database that does what the test says. */
    private final class FakeDao implements HeartbeatDao {

        @Override
        public Map<String, Instant> times() {
            return Map.of();
        }

        @Override
        public List<Row> rows(Collection<String> agentIds) {
            return List.of();
        }

        @Override
        public Optional<JsonNode> report(String agentId) {
            return Optional.empty();
        }

        @Override
        public List<String> write(HeartbeatBatch batch, long silenceSeconds) {
            batches.add(batch);
            return database.apply(batch);
        }
    }
}
