package io.drover.fleet;

import io.dropwizard.lifecycle.Managed;
import io.drover.database.ConnectionSource;
import io.drover.database.FaultLog;
import io.drover.lease.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other instances what this one committed: to be called after the commit. Calls return at once; what comes
 * within a few milliseconds is told together, over a connection of its own. When it cannot be told, the others are made
 * to reload as soon as they can be told that. Safe for use by many threads.
 */
public final class FleetAnnouncer implements FleetListener, Managed {

    private static final Logger log = LoggerFactory.getLogger(FleetAnnouncer.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);
    private static final int CAPACITY = 100_000;

    private final ConnectionSource connections;
    private final String instance;
    private final Duration coalesce;
    private final Thread thread = new Thread(this::run, "fleet-announcer");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final AtomicLong bulletins = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private LinkedHashSet<Notice> waiting = new LinkedHashSet<>();
    private boolean stopping;
    private @Nullable Connection connection;

    /**
     * An announcer that is not running yet.
     *
     * @param instance a word that no other instance has, also not an earlier one of this broker
     * @param coalesce how long it waits for more to tell; 5 to 10 ms
     */
    public FleetAnnouncer(ConnectionSource connections, String instance, Duration coalesce) {
        this.connections = connections;
        this.instance = instance;
        this.coalesce = coalesce;
        thread.setDaemon(true);
    }

    @Override
    public void agentsChanged(Set<String> ids) {
        tell(ids, id -> Notice.of(Notice.Kind.AGENT, id));
    }

    @Override
    public void heartbeatsChanged(Set<String> agentIds) {
        tell(agentIds, id -> Notice.of(Notice.Kind.HEARTBEAT, id));
    }

    @Override
    public void farmsChanged(Set<String> ids) {
        tell(ids, id -> Notice.of(Notice.Kind.FARM, id));
    }

    @Override
    public void resourcesChanged(Set<String> ids) {
        tell(ids, id -> Notice.of(Notice.Kind.RESOURCE, id));
    }

    @Override
    public void connectionsChanged(Set<String> decisionIds) {
        tell(decisionIds, id -> Notice.of(Notice.Kind.CONNECTION, id));
    }

    @Override
    public void leasesWritten(List<Lease> leases) {
        tell(leases, Notice::written);
    }

    @Override
    public void leasesReleased(List<Lease> leases) {
        tell(leases, Notice::released);
    }

    @Override
    public void commandsChanged(Set<String> agentIds) {
        tell(agentIds, id -> Notice.of(Notice.Kind.COMMAND, id));
    }

    @Override
    public void globalPolicyChanged() {
        tell(List.of(Notice.GLOBAL_POLICY), notice -> notice);
    }

    /** Makes the others reload. */
    @Override
    public void reload() {
        tell(List.of(Notice.MISSED), notice -> notice);
    }

    /** How many notifications were sent. */
    public long bulletins() {
        return bulletins.get();
    }

    /** How often the others could not be told, so that they are made to reload. */
    public long failures() {
        return failures.get();
    }

    /** True between {@link #start} and {@link #stop}, unless it has ended before. */
    public boolean isRunning() {
        return thread.isAlive();
    }

    @Override
    public void start() {
        thread.start();
    }

    /** Tells what waits, once, and ends. */
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

    private <T> void tell(Iterable<T> things, Function<T, Notice> notice) {
        lock.lock();
        try {
            boolean idle = waiting.isEmpty();
            things.forEach(thing -> waiting.add(notice.apply(thing)));
            if (waiting.size() > CAPACITY) {
                waiting.clear();
                waiting.add(Notice.MISSED);
                failures.incrementAndGet();
            }
            if (idle) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            Duration pause = SHORTEST_PAUSE;
            Set<Notice> notices = take();
            while (!notices.isEmpty()) {
                if (send(notices)) {
                    pause = SHORTEST_PAUSE;
                } else if (isStopping()) {
                    return;
                } else {
                    reload();
                    await(pause);
                    pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
                }
                notices = take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            disconnect();
        }
    }

    private boolean isStopping() {
        lock.lock();
        try {
            return stopping;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for something to tell, then a little for more; empty at the end. */
    private Set<Notice> take() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty() && !stopping) {
                changed.await();
            }
            await(coalesce);
            Set<Notice> notices = waiting;
            waiting = new LinkedHashSet<>();
            return notices;
        } finally {
            lock.unlock();
        }
    }

    private void await(Duration pause) throws InterruptedException {
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

    private boolean send(Set<Notice> notices) {
        try {
            List<String> texts = Bulletin.texts(instance, bulletins.get() + 1, notices);
            bulletins.addAndGet(texts.size());
            send(texts);
            return true;
        } catch (SQLException | RuntimeException | Error e) {
            failures.incrementAndGet();
            FaultLog.tell(log, "The other instances cannot be told of changes and will reload", e);
            disconnect();
            return false;
        }
    }

    private void send(List<String> texts) throws SQLException {
        try (PreparedStatement notify = connected()
                .prepareStatement(
                        "SELECT pg_notify(?, n.text) FROM unnest(?) WITH ORDINALITY AS n(text, i)" + " ORDER BY n.i")) {
            notify.setString(1, Bulletin.CHANNEL);
            notify.setArray(2, connected().createArrayOf("text", texts.toArray(String[]::new)));
            notify.execute();
        }
    }

    private Connection connected() throws SQLException {
        if (connection == null) {
            Connection opened = connections.open();
            connection = opened;
            try (Statement setting = opened.createStatement()) {
                setting.execute("SET synchronous_commit = off");
            }
        }
        return connection;
    }

    private void disconnect() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            log.debug("Closing a broken connection failed", e);
        }
        connection = null;
    }
}
