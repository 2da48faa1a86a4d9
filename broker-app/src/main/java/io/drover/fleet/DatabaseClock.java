package io.drover.fleet;

import io.drover.lease.StorageUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database's clock, so that all instances judge ages alike: this machine's clock and a measured offset. It is
 * measured again and again, and of the last measurements the one counts that was answered fastest. A measurement that
 * contradicts it voids those before: a clock was set, or this machine stood still. Until the first one it shows this
 * machine's time. Safe for use by many threads.
 */
public final class DatabaseClock implements InstantSource {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);
    private static final int MEASUREMENTS = 8;

    /** How far two clocks may drift apart within the last measurements. */
    private static final Duration DRIFT = Duration.ofMillis(20);

    /** More than a clock that runs badly gains between two measurements; much less than hosts may be silent. */
    private static final Duration LEAP = Duration.ofSeconds(3);

    private final InstantSource local;
    private final Deque<Measurement> measurements = new ArrayDeque<>();
    private volatile @Nullable Measurement best;
    private volatile Runnable leaping = () -> {};

    public DatabaseClock(InstantSource local) {
        this.local = local;
    }

    private record Measurement(Duration offset, Duration roundTrip) {

        /** The offset lies within half a round trip of what was measured. */
        boolean contradicts(Measurement other) {
            Duration possible = roundTrip.plus(other.roundTrip).dividedBy(2).plus(DRIFT);
            return offset.minus(other.offset).abs().compareTo(possible) > 0;
        }

        boolean leapsFrom(Measurement other) {
            Duration possible = roundTrip.plus(other.roundTrip).dividedBy(2);
            return offset.minus(other.offset).minus(possible).compareTo(LEAP) > 0;
        }
    }

    @Override
    public Instant instant() {
        Measurement measured = best;
        return measured == null ? local.instant() : local.instant().plus(measured.offset());
    }

    /** Whether the database was asked for its time once; it stays so when the database goes away later. */
    public boolean isMeasured() {
        return best != null;
    }

    /**
     * This clock for what is kept with its time: it throws a {@link StorageUnavailableException} before the first
     * measurement. This machine's time may be ahead, and what is dated by it would hide what comes after.
     */
    public InstantSource onceMeasured() {
        return () -> {
            if (!isMeasured()) {
                throw new StorageUnavailableException("the database's time is not known yet", null);
            }
            return instant();
        };
    }

    /** How far the database's clock is ahead of this machine's; zero before it was measured. */
    public Duration offset() {
        Measurement measured = best;
        return measured == null ? Duration.ZERO : measured.offset();
    }

    /**
     * Has somebody told when this clock is about to leap ahead by more than three seconds, before it shows that time:
     * this machine was suspended, while its own clock stood too, or the database's clock was set. Nothing was heard in
     * between. Not told at the first measurement, nor of a leap back, which makes nothing look old.
     *
     * @param told by whoever measures; must not block
     */
    public void beforeLeaps(Runnable told) {
        leaping = told;
    }

    /** Asks the database once. */
    public void measure(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            Instant asked = local.instant();
            try (ResultSet row = statement.executeQuery("SELECT clock_timestamp()")) {
                Instant answered = local.instant();
                row.next();
                observe(asked, row.getObject(1, OffsetDateTime.class).toInstant(), answered);
            }
        }
    }

    /**
     * Takes a measurement in.
     *
     * @param asked this machine's time before the question
     * @param database the database's answer
     * @param answered this machine's time after it
     */
    void observe(Instant asked, Instant database, Instant answered) {
        Duration roundTrip = Duration.between(asked, answered);
        Instant middle = asked.plus(roundTrip.dividedBy(2));
        Measurement measured = new Measurement(Duration.between(middle, database), roundTrip);
        Measurement shown = best;
        if (shown != null && measured.leapsFrom(shown)) {
            LOG.warn(
                    "The database's clock is {} s ahead of where it was expected: the fleet is read anew",
                    measured.offset().minus(shown.offset()).toSeconds());
            leaping.run();
        }
        synchronized (measurements) {
            Measurement before = best;
            if (before != null && measured.contradicts(before)) {
                measurements.clear();
            }
            measurements.addLast(measured);
            if (measurements.size() > MEASUREMENTS) {
                measurements.removeFirst();
            }
            best = measurements.stream()
                    .min(Comparator.comparing(Measurement::roundTrip))
                    .orElseThrow();
        }
    }
}
