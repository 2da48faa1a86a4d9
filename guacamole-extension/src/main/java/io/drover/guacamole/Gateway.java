package io.drover.guacamole;

import java.io.File;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.jspecify.annotations.Nullable;

/** All that one Guacamole needs to work with the broker, put together from its settings. */
final class Gateway implements AutoCloseable {

    private static final Duration ANNOUNCE_EVERY = Duration.ofSeconds(30);

    /** With each of these hosts silent, further connections are not held back. */
    private static final int MOST_HELD = 500;

    private final Settings settings;
    private final Workers holds = new Workers("drover-hold", MOST_HELD);
    private final ScheduledThreadPoolExecutor announcer =
            new ScheduledThreadPoolExecutor(1, new DaemonThreads("drover-announcer"));
    private final OpenPlacements open = new OpenPlacements();
    private final Brokers brokers;
    private final Reports reports;
    private final Failover failover;
    private final PublishedResources resources;

    Gateway(Settings settings) {
        this(settings, ANNOUNCE_EVERY, Reports.PATIENCE);
    }

    /** One that tells the broker so often what is open, and waits so long for the answer to a report. */
    Gateway(Settings settings, Duration announceEvery, Duration patience) {
        this.settings = settings;
        brokers = new Brokers(
                settings.urls(),
                new BrokerKey(settings.keyFile(), settings.key()),
                authorities(settings.authorities()));
        reports = new Reports(brokers, settings.nodeId(), patience);
        failover = new Failover(settings, brokers, open, reports, holds);
        resources = new PublishedResources(brokers);
        Future<?> unused = announcer.scheduleWithFixedDelay(
                this::announce, announceEvery.toMillis(), announceEvery.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static @Nullable Authorities authorities(@Nullable File file) {
        return file == null ? null : new Authorities(file);
    }

    Settings settings() {
        return settings;
    }

    /** What the broker publishes. */
    PublishedResources resources() {
        return resources;
    }

    /**
     * Lets the broker choose a host and connects to it, or to the next one when it fails.
     *
     * @param ids the ids of this user's session
     * @throws GuacamoleException what Guacamole is to tell the user
     */
    GuacamoleTunnel connect(Person person, Target target, RequestIds ids, Opener opener) throws GuacamoleException {
        String id = ids.forConnection(target.dataSource() + '\n' + target.connectionId() + '\n' + target.resourceId());
        return failover.connect(new Question(person, target, id), () -> ids.over(id), opener);
    }

    /** Tells the broker what is open; done by itself every half minute. */
    void announce() {
        open.announce(brokers, settings.nodeId());
    }

    @Override
    public void close() {
        announcer.shutdownNow();
        reports.close();
        holds.close();
        brokers.close();
    }
}
