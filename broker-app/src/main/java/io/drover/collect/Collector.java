package io.drover.collect;

import io.dropwizard.lifecycle.Managed;
import io.drover.collect.CollectorAnswer.HostAnswer;
import io.drover.database.SqlState;
import io.drover.scenario.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scrapes the hosts of the file that are this instance's. It looks at the file and renews its claims every second; all
 * of it happens off the path of any request. While the database is away nobody can claim a host through it, so those
 * held last are scraped on. Safe for use by many threads.
 */
public final class Collector implements Managed {

    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
    private static final Duration TURN = Duration.ofSeconds(1);

    private final HostsFile file;
    private final HostClaims claims;
    private final HostLoop.Parts parts;
    private final ScrapeListener listener;
    private final ScheduledExecutorService timer;
    private final BooleanSupplier ready;
    private final Map<String, HostLoop> loops = new ConcurrentHashMap<>();
    private volatile Map<String, String> held = Map.of();
    private volatile long heldUntil;
    private volatile boolean stopped;
    private boolean failing;

    Collector(
            HostsFile file,
            HostClaims claims,
            Exporter exporter,
            Scraping scraping,
            ScrapeListener listener,
            ScheduledExecutorService timer,
            InstantSource clock,
            BooleanSupplier ready) {
        this.file = file;
        this.claims = claims;
        this.listener = listener;
        this.timer = timer;
        this.ready = ready;
        parts = new HostLoop.Parts(
                exporter,
                scraping,
                this::isHeld,
                scraped -> listener.scraped(scraped.kind(), Duration.ofMillis((long) (scraped.tookSeconds() * 1000))),
                clock);
        heldUntil = System.nanoTime();
    }

    @Override
    public void start() {
        var unused = timer.scheduleWithFixedDelay(this::turn, 0, TURN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Scrapes no more, and leaves the hosts to other instances at once. */
    @Override
    public synchronized void stop() {
        stopped = true;
        loops.values().forEach(HostLoop::stop);
        loops.clear();
        try {
            claims.leave();
        } catch (RuntimeException e) {
            LOG.debug("the hosts could not be left to other instances, they wait until the claim ends", e);
        }
    }

    private boolean isHeld() {
        return !stopped && System.nanoTime() - heldUntil < 0;
    }

    private synchronized void turn() {
        if (stopped || !ready.getAsBoolean()) {
            return;
        }
        try {
            List<CollectedHost> hosts = file.look();
            long asked = System.nanoTime();
            held = claims.renew(hosts);
            heldUntil = asked + claims.hold().toNanos();
            scrape(hosts);
            listener.looked(held.size(), hosts.size(), problem().isPresent());
            failing = false;
        } catch (RuntimeException | Error e) {
            boolean away = SqlState.isConnectionLoss(e);
            if (away) {
                heldUntil = System.nanoTime() + claims.hold().toNanos();
            }
            if (!failing) {
                LOG.warn(
                        "hosts cannot be claimed, those claimed are scraped {}: {}",
                        away
                                ? "until the database is back"
                                : "for " + claims.hold().toSeconds() + " s more",
                        e.toString());
            }
            failing = true;
        }
    }

    private void scrape(List<CollectedHost> hosts) {
        loops.keySet().stream().filter(name -> !held.containsKey(name)).toList().forEach(this::end);
        for (CollectedHost host : hosts) {
            String agentId = held.get(host.name());
            HostLoop running = loops.get(host.name());
            if (agentId != null && (running == null || !running.isOf(host, agentId))) {
                end(host.name());
                HostLoop loop = new HostLoop(host, agentId, parts);
                loops.put(host.name(), loop);
                loop.start(timer);
            }
        }
    }

    private void end(String name) {
        HostLoop loop = loops.remove(name);
        if (loop != null) {
            loop.stop();
        }
    }

    /** What is wrong with the file, empty when nothing is. */
    public Optional<String> problem() {
        List<Problem> problems = file.state().problems();
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of("the file of hosts is refused, the former hosts are scraped: " + problems.get(0));
    }

    /** The file, and how the hosts do. */
    CollectorAnswer answer() {
        HostsFile.State state = file.state();
        List<HostAnswer> hosts = state.hosts().stream().map(this::answer).toList();
        return new CollectorAnswer(
                file.path().toString(),
                state.since(),
                state.problems().stream().map(Problem::toString).toList(),
                hosts);
    }

    private HostAnswer answer(CollectedHost host) {
        HostLoop loop = loops.get(host.name());
        return new HostAnswer(
                host.name(),
                held.get(host.name()),
                host.target().url().toString(),
                loop != null && isHeld(),
                loop == null ? null : loop.last());
    }
}
