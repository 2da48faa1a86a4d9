package io.drover.fleet;

import io.dropwizard.lifecycle.Managed;
import io.drover.database.FaultLog;
import io.drover.database.SqlState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes heartbeats to the database in the background, many at a time, the newest of each agent only. What cannot be
 * written waits; when too many wait, the oldest are dropped and counted. Nobody waits for it. Safe for use by many
 * threads.
 */
public final class HeartbeatWriter implements Managed {

    private static final Logger log = LoggerFactory.getLogger(HeartbeatWriter.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final HeartbeatDao dao;
    private final Consumer<Set<String>> written;
    private final Settings settings;
    private final Thread thread = new Thread(this::run, "heartbeat-writer");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, HeartbeatReport> waiting = new LinkedHashMap<>();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private boolean stopping;

    /**
     * How much is written at a time.
     *
     * @param capacity most agents whose heartbeat waits
     * @param batch most heartbeats in one statement
     * @param rest shortest time between two statements
     */
    public record Settings(int capacity, int batch, Duration rest) {

        /** For 10,000 agents that report every 10 seconds. */
        public static final Settings USUAL = new Settings(50_000, 1_000, Duration.ofMillis(100));
    }

    /**
     * A writer that is not running yet.
     *
     * @param written is told whose heartbeats are in the database now
     */
    public HeartbeatWriter(HeartbeatDao dao, Consumer<Set<String>> written, Settings settings) {
        this.dao = dao;
        this.written = written;
        this.settings = settings;
        thread.setDaemon(true);
    }

    /** Takes a heartbeat to be written; it takes the place of one of the same agent that waits. Returns at once. */
    public void offer(HeartbeatReport report) {
        lock.lock();
        try {
            String agentId = report.heartbeat().agentId();
            if (!waiting.containsKey(agentId) && waiting.size() >= settings.capacity()) {
                Iterator<String> oldest = waiting.keySet().iterator();
                oldest.next();
                oldest.remove();
                dropped.incrementAndGet();
            }
            boolean idle = waiting.isEmpty();
            waiting.put(agentId, report);
            if (idle) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many heartbeats wait. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** How many heartbeats were dropped because too many waited. */
    public long dropped() {
        return dropped.get();
    }

    /** How many heartbeats the database refused for what they say. */
    public long refused() {
        return refused.get();
    }

    /** True between {@link #start} and {@link #stop}, unless it has ended before. */
    public boolean isRunning() {
        return thread.isAlive();
    }

    @Override
    public void start() {
        thread.start();
    }

    /** Writes what waits, once, and ends. */
    @Override
    public void stop() throws InterruptedException {
        lock.lock();
        try {
            stopping = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        thread.join(LONGEST_END.toMillis());
    }

    private void run() {
        try {
            Duration pause = settings.rest();
            List<HeartbeatReport> batch = take();
            while (!batch.isEmpty()) {
                pause = writeOrKeep(batch) ? settings.rest() : longer(pause);
                rest(pause);
                batch = take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next batch; empty at the end. */
    private List<HeartbeatReport> take() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty() && !stopping) {
                changed.await();
            }
            List<HeartbeatReport> batch = new ArrayList<>();
            Iterator<HeartbeatReport> oldest = waiting.values().iterator();
            while (oldest.hasNext() && batch.size() < settings.batch()) {
                batch.add(oldest.next());
                oldest.remove();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private boolean writeOrKeep(List<HeartbeatReport> batch) {
        try {
            write(batch);
            return true;
        } catch (RuntimeException | Error e) {
            if (SqlState.isFaultOfData(e)) {
                return writeOneByOne(batch);
            }
            FaultLog.tell(log, "Heartbeats cannot be written, " + batch.size() + " wait", e);
            keep(batch);
            return false;
        }
    }

    private boolean writeOneByOne(List<HeartbeatReport> batch) {
        for (int i = 0; i < batch.size(); i++) {
            try {
                write(List.of(batch.get(i)));
            } catch (RuntimeException | Error e) {
                if (!SqlState.isFaultOfData(e)) {
                    keep(batch.subList(i, batch.size()));
                    return false;
                }
                refused.incrementAndGet();
                String agentId = batch.get(i).heartbeat().agentId();
                FaultLog.tell(log, "The heartbeat of agent " + agentId + " is refused by the database", e);
            }
        }
        return true;
    }

    private void write(List<HeartbeatReport> batch) {
        long silence = HeartbeatOrder.SILENCE.toSeconds();
        Set<String> ids = new LinkedHashSet<>(dao.write(HeartbeatBatch.of(batch), silence));
        if (!ids.isEmpty()) {
            written.accept(ids);
        }
    }

    /** What came in meanwhile is newer. */
    private void keep(List<HeartbeatReport> batch) {
        lock.lock();
        try {
            if (!stopping) {
                batch.forEach(report -> waiting.putIfAbsent(report.heartbeat().agentId(), report));
            }
        } finally {
            lock.unlock();
        }
    }

    private void rest(Duration pause) throws InterruptedException {
        lock.lock();
        try {
            long nanos = pause.toNanos();
            while (nanos > 0 && !stopping) {
                nanos = changed.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private static Duration longer(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }
}
