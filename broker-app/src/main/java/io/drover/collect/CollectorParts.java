package io.drover.collect;

import io.drover.control.Tokens;
import io.drover.fleet.AgentService;
import io.drover.fleet.FleetView;
import io.drover.fleet.HeartbeatIntake;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a collector is made of.
 *
 * @param intake takes the reports
 * @param view judges hosts, and knows what they reported last
 * @param agents gives agents what the file says
 * @param dao shares the hosts out
 * @param changed is told which agents are new
 * @param tokens makes tokens that nobody is told
 * @param instance tells this instance from others
 * @param clock the database's time
 * @param ready whether that time is known; before, nothing is scraped
 */
public record CollectorParts(
        HeartbeatIntake intake,
        FleetView view,
        AgentService agents,
        CollectorDao dao,
        Consumer<Set<String>> changed,
        Tokens tokens,
        String instance,
        InstantSource clock,
        BooleanSupplier ready) {

    /** Of so many hosts in one turn the database is told; more could outlast the claims. */
    private static final int AT_ONCE = 100;

    /** How long an instance keeps its hosts that does not renew. */
    private static final Duration HOLD = Duration.ofSeconds(10);

    /**
     * A collector that is not running yet.
     *
     * @param file the file of hosts
     * @param offlineAfter how old the report of an online host may be
     * @param timer begins scrapes and ends those that take too long
     * @param reader takes answers in
     */
    public Collector collector(
            Path file,
            Duration offlineAfter,
            ScrapeListener listener,
            ScheduledExecutorService timer,
            Executor reader) {
        return collector(file, offlineAfter, listener, timer, reader, HOLD);
    }

    /** Like the other, with the time that an instance keeps its hosts. */
    Collector collector(
            Path file,
            Duration offlineAfter,
            ScrapeListener listener,
            ScheduledExecutorService timer,
            Executor reader,
            Duration hold) {
        return new Collector(
                new HostsFile(file, offlineAfter, clock),
                new HostClaims(dao, agents, changed, tokens, instance, hold, AT_ONCE),
                new Exporter(reader, timer),
                new Scraping(intake, view::health, view::heartbeat, clock),
                listener,
                timer,
                clock,
                ready);
    }
}
