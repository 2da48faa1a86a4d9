package io.drover.decision;

import io.dropwizard.lifecycle.Managed;
import io.drover.policy.RuleRef;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records decisions in the background: one thread that writes what has queued. Placements never wait for it and never
 * fail by it; when too much waits, the oldest decisions are dropped and counted, and while the database is away the
 * writer goes on trying. Safe for use by many threads.
 */
public final class DecisionLog implements DecisionSink, Managed {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final long BYTES_AT_ONCE = 4L << 20;

    private final DecisionLogSettings settings;
    private final InstantSource clock;
    private final DecisionCounters counters = new DecisionCounters();
    private final RecordQueue queue;
    private final DecisionWriter writer;
    private final Thread thread;
    private volatile boolean idle;
    private volatile boolean closed;
    private volatile boolean givenUp;

    /**
     * @param dao the database
     * @param settings limits
     * @param instance names this broker instance
     * @param clock the time by which epochs begin and end, best the database's
     */
    public DecisionLog(DecisionDao dao, DecisionLogSettings settings, String instance, InstantSource clock) {
        this(new SqlDecisionArchive(dao), settings, instance, clock);
    }

    DecisionLog(DecisionArchive archive, DecisionLogSettings settings, String instance, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        queue = new RecordQueue(settings.records(), settings.bytes());
        writer = new DecisionWriter(archive, instance, counters);
        thread = new Thread(this::run, "decision-log");
        thread.setDaemon(true);
    }

    /**
     * A journal for one engine. Whoever makes the engine gives it this listener; without one, decisions are recorded
     * without the hosts.
     *
     * @param revision the engine's rules
     * @param rules each of them
     */
    public VerdictJournal journal(String revision, Collection<RuleRef> rules) {
        return new VerdictJournal(revision, rules, clock, settings.epoch(), settings.verdicts());
    }

    @Override
    public void offer(DecisionRecord decision) {
        if (closed) {
            counters.dropped.increment();
            return;
        }
        counters.dropped.add(queue.offer(decision));
        if (idle) {
            idle = false;
            LockSupport.unpark(thread);
        }
    }

    /** What the log has done so far. */
    public DecisionLogCounts counts() {
        return counters.snapshot(queue.size());
    }

    @Override
    public void start() {
        thread.start();
    }

    /** Takes no more, and writes what is left within {@link DecisionLogSettings#closing}; the rest is dropped. */
    @Override
    public void stop() throws InterruptedException {
        closed = true;
        LockSupport.unpark(thread);
        thread.join(settings.closing().toMillis());
        givenUp = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (await()) {
            write(queue.take(settings.batch(), BYTES_AT_ONCE));
        }
        counters.dropped.add(queue.take(Integer.MAX_VALUE, Long.MAX_VALUE).size());
    }

    /** Waits until there is something to write; false when there never will be. */
    private boolean await() {
        while (queue.size() == 0 && !closed) {
            idle = true;
            if (queue.size() == 0 && !closed) {
                LockSupport.park(this);
            }
            idle = false;
        }
        if (queue.size() < settings.batch() && !closed) {
            LockSupport.parkNanos(this, settings.linger().toNanos());
        }
        return !givenUp && !(closed && queue.size() == 0);
    }

    private void write(List<DecisionRecord> batch) {
        Duration pause = FIRST_PAUSE;
        boolean failed = false;
        while (!givenUp) {
            try {
                writer.write(batch);
                if (failed) {
                    LOG.info("Decisions are recorded again, {} were dropped so far", counters.dropped.sum());
                }
                return;
            } catch (RuntimeException | Error e) {
                counters.failures.increment();
                if (!failed) {
                    LOG.warn(
                            "Decisions cannot be recorded now, trying on: {}",
                            e.getClass().getSimpleName());
                    LOG.debug("The failure", e);
                }
                failed = true;
                LockSupport.parkNanos(this, (closed ? FIRST_PAUSE : pause).toNanos());
                pause = pause.multipliedBy(2).compareTo(settings.longestPause()) < 0
                        ? pause.multipliedBy(2)
                        : settings.longestPause();
            }
        }
        counters.dropped.add(batch.size());
    }
}
