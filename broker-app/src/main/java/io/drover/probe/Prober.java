package io.drover.probe;

import io.dropwizard.lifecycle.Managed;
import io.drover.fleet.FleetView;
import io.drover.fleet.ProbeState;
import io.drover.fleet.Probed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes every host that reports, each at a moment of its own within the interval, and tells the fleet view what was
 * found. Threads of its own wait for the hosts, so many at most; when more are due, they wait their turn. Does nothing
 * when switched off. Safe for use by many threads.
 */
public final class Prober implements Managed {

    private static final Logger LOG = LoggerFactory.getLogger(Prober.class);
    private static final Duration LOOK = Duration.ofMillis(250);
    /** The whole fleet is looked through for hosts that came or went, which takes time that users wait for. */
    private static final int LOOKS_PER_ROLL_CALL = 4;

    private static final Duration IDLE = Duration.ofSeconds(30);

    private final ProbeConfig config;
    private final Probe probe;
    private final FleetView view;
    private final InstantSource clock;
    private final Tracks tracks;
    private final Map<ProbeState, LongAdder> found = new EnumMap<>(ProbeState.class);
    private final AtomicInteger underWay = new AtomicInteger();
    private final ScheduledExecutorService looking;
    private final ThreadPoolExecutor waiting;
    private volatile boolean moreAreDue;
    private int looks;

    /**
     * A prober that is not running yet.
     *
     * @param clock the database's clock
     */
    public Prober(ProbeConfig config, Probe probe, FleetView view, InstantSource clock) {
        this.config = config;
        this.probe = probe;
        this.view = view;
        this.clock = clock;
        tracks = new Tracks(config.interval(), config.failures());
        for (ProbeState state : ProbeState.values()) {
            if (state != ProbeState.UNKNOWN) {
                found.put(state, new LongAdder());
            }
        }
        looking = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "probes"));
        waiting = new ThreadPoolExecutor(
                config.atOnce(),
                config.atOnce(),
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), // refuses nothing; underWay is what bounds it
                task -> daemon(task, "probe"));
        waiting.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void start() {
        if (config.enabled()) {
            var unused = looking.scheduleWithFixedDelay(this::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void stop() {
        looking.shutdownNow();
        waiting.shutdownNow();
    }

    /** What was probed since the start. */
    public ProbeCounts counts() {
        Map<ProbeState, Long> sums = new EnumMap<>(ProbeState.class);
        found.forEach((state, sum) -> sums.put(state, sum.sum()));
        return new ProbeCounts(sums, underWay.get(), tracks.overdue(clock.instant(), config.interval()));
    }

    private void look() {
        try {
            Instant now = clock.instant();
            if (looks++ % LOOKS_PER_ROLL_CALL == 0) {
                tracks.follow(view.reporting(), now).forEach(view::put);
            }
            begin(now);
        } catch (RuntimeException | Error e) {
            LOG.error("Hosts could not be probed", e);
        }
    }

    private synchronized void begin(Instant now) {
        int free = config.atOnce() - underWay.get();
        if (free > 0) {
            List<Track> due = tracks.begin(now, free);
            moreAreDue = due.size() == free;
            due.forEach(this::begin);
        }
    }

    private void begin(Track track) {
        underWay.incrementAndGet();
        try {
            waiting.execute(() -> probe(track));
        } catch (RejectedExecutionException stopped) {
            underWay.decrementAndGet();
        }
    }

    /**
     * Hosts that wait for their turn do not wait for the next look; half of the threads being free makes it worthwhile.
     */
    private void ended() {
        int left = underWay.decrementAndGet();
        if (moreAreDue && left <= config.atOnce() / 2) {
            begin(clock.instant());
        }
    }

    private void probe(Track track) {
        try {
            end(track, found(track));
        } catch (RuntimeException e) {
            LOG.error("What a probe of agent {} found could not be told", track.agentId(), e);
        } finally {
            ended();
        }
    }

    private ProbeState found(Track track) {
        try {
            return probe.at(track.target(), track.port());
        } catch (RuntimeException e) {
            LOG.error("Agent {} could not be probed", track.agentId(), e);
            return ProbeState.UNREACHABLE;
        }
    }

    private void end(Track track, ProbeState state) {
        ProbeState before = track.state();
        Probed now = tracks.end(track, state, clock.instant());
        LongAdder sum = found.get(state);
        if (sum != null) {
            sum.increment();
        }
        if (tracks.isCurrent(track)) {
            view.put(now);
        }
        if (now.state() != before && before != ProbeState.UNKNOWN) {
            LOG.info(
                    "The RDP port of agent {} is {} now, it was {}",
                    now.agentId(),
                    now.state().text(),
                    before.text());
        } else if (now.state() != before && now.state() != ProbeState.ANSWERS) {
            LOG.info(
                    "The RDP port of agent {} is {}", now.agentId(), now.state().text());
        }
    }
}
