package io.drover.fleet;

import io.dropwizard.lifecycle.Managed;
import io.drover.database.ConnectionSource;
import io.drover.database.FaultLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears what the instances announce, on a connection and in a thread of its own, and passes it on to a listener. After
 * every connect it listens first, then makes the listener reload, and only then passes on what has queued since; so
 * nothing is lost. It makes the listener reload also when something may have been missed, and now and then. A
 * {@link FleetAnnouncer} must not be among what listens here: what one instance tells would go round for ever.
 */
public final class FleetNotifications implements Managed {

    private static final Logger log = LoggerFactory.getLogger(FleetNotifications.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration CHECK = Duration.ofSeconds(2);

    private final ConnectionSource connections;
    private final String instance;
    private final FleetListener listener;
    private final Contact contact;
    private final DatabaseClock clock;
    private final Settings settings;
    private final Thread thread = new Thread(this::run, "fleet-notifications");
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch loaded = new CountDownLatch(1);
    private volatile boolean listening;
    private volatile boolean missed;
    private volatile long lastRound;
    private volatile Instant lastHeard = Instant.MIN;
    private boolean deaf = true;

    /**
     * How often the listener reloads although nothing seems to be missed.
     *
     * @param catchUp after a connect, when the others have written what they could not write before: they try every
     *     second
     * @param reloadEvery at other times
     * @param longestRound how long the listener may take for what it was told before nothing counts as heard; much
     *     shorter than hosts may be silent
     */
    public record Settings(Duration catchUp, Duration reloadEvery, Duration longestRound) {

        /** A fleet of 10,000 hosts is read in less than half a second. */
        public static final Settings USUAL =
                new Settings(Duration.ofSeconds(4), Duration.ofSeconds(15), Duration.ofSeconds(3));
    }

    /**
     * Notifications that are not heard yet.
     *
     * @param instance the word of this instance's {@link FleetAnnouncer}
     * @param listener is called by one thread
     * @param contact is told when the others are not heard, and a few seconds after they are heard again
     * @param clock is measured on the connection
     */
    public FleetNotifications(
            ConnectionSource connections,
            String instance,
            FleetListener listener,
            Contact contact,
            DatabaseClock clock,
            Settings settings) {
        this.connections = connections;
        this.instance = instance;
        this.listener = listener;
        this.contact = contact;
        this.clock = clock;
        this.settings = settings;
        thread.setDaemon(true);
    }

    /** Whether changes by other instances are heard at present. */
    public boolean listening() {
        return listening;
    }

    /** True between {@link #start} and {@link #stop}, unless it has ended before. */
    public boolean isRunning() {
        return thread.isAlive();
    }

    /** Waits until the listener has loaded the first time; false when that takes longer than the time given. */
    public boolean awaitLoaded(Duration most) throws InterruptedException {
        return loaded.await(most.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** This instance heard nothing for that long, until now: it stood still. */
    public void missed(Duration time) {
        missedSince(clock.instant().minus(time));
    }

    /**
     * To be called several times a second, by another thread: notices that the listener hangs, for example since it
     * waits for a database that is away. What hosts reported to the others since it last heard counts as not heard.
     */
    public void watch() {
        Duration round = Duration.ofNanos(System.nanoTime() - lastRound);
        if (listening && !missed && round.compareTo(settings.longestRound()) > 0) {
            log.warn("Changes by other instances have not been heard for {} s", round.toSeconds());
            missedSince(lastHeard);
        }
    }

    /** Told first: what is lost is regained by the round that finds something missed. */
    private void missedSince(Instant since) {
        tellLost(since);
        missed = true;
    }

    private void tellLost(Instant since) {
        try {
            contact.lost(since);
        } catch (RuntimeException | Error e) {
            log.error("What was to be told that nothing is heard failed; listening goes on", e);
        }
    }

    @Override
    public void start() {
        contact.begins();
        thread.start();
    }

    @Override
    public void stop() throws InterruptedException {
        stopped.countDown();
        thread.join(LONGEST_PAUSE.toMillis());
    }

    private void run() {
        Duration pause = SHORTEST_PAUSE;
        try {
            while (!isStopped()) {
                try (Connection connection = connections.open()) {
                    prepare(connection);
                    pause = SHORTEST_PAUSE;
                    listen(connection);
                } catch (SQLException | RuntimeException | Error e) {
                    FaultLog.tell(log, "Changes by other instances are not heard, trying again in " + pause, e);
                } finally {
                    notListening();
                }
                if (stopped.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Listens before it loads: what is committed after the load is heard. */
    private void prepare(Connection connection) throws SQLException {
        execute(connection, "LISTEN " + Bulletin.CHANNEL);
        clock.measure(connection);
        listener.reload();
        lastHeard = clock.instant();
        lastRound = System.nanoTime();
        listening = true;
        loaded.countDown();
    }

    private void notListening() {
        if (listening) {
            listening = false;
            deaf = true;
            tellLost(lastHeard);
        }
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection postgres = connection.unwrap(PGConnection.class);
        BulletinBoard board = new BulletinBoard(instance);
        long lastReload = System.nanoTime();
        long lastCheck = lastReload;
        while (!isStopped()) {
            PGNotification[] heard = postgres.getNotifications((int) POLL.toMillis());
            if (heard != null) {
                for (PGNotification notification : heard) {
                    board.pin(notification.getParameter());
                }
                board.tell(listener);
                lastHeard = clock.instant();
            }
            long now = System.nanoTime();
            lastRound = now;
            if (missed) {
                missed = false;
                deaf = true;
                lastReload = now;
            }
            if (now - lastCheck > CHECK.toNanos()) {
                clock.measure(connection);
                lastCheck = now;
                lastHeard = clock.instant();
            }
            if (now - lastReload > (deaf ? settings.catchUp() : settings.reloadEvery()).toNanos()) {
                listener.reload();
                lastReload = System.nanoTime();
                lastRound = lastReload;
                hearsAgain();
            }
        }
    }

    /**
     * What was missed while the listener reloaded is known now: where reading is slow, it is not begun at once again.
     */
    private void hearsAgain() {
        if (deaf) {
            deaf = false;
            missed = false;
            lastHeard = clock.instant();
            contact.regained();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }
}
