package io.drover.collect;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scrapes one host again and again, one scrape at a time. Safe for use by many threads. */
final class HostLoop {

    private static final Logger LOG = LoggerFactory.getLogger(HostLoop.class);

    /** Spreads names that differ in a digit over the whole interval. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final CollectedHost host;
    private final String agentId;
    private final Parts parts;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private @Nullable ScheduledFuture<?> next;
    private volatile @Nullable Scraped last;
    private volatile @Nullable HostMemory memory;

    /**
     * What all loops share.
     *
     * @param held whether this instance may scrape now
     * @param clock the database's time
     */
    record Parts(
            Exporter exporter, Scraping scraping, BooleanSupplier held, Consumer<Scraped> heard, InstantSource clock) {}

    HostLoop(CollectedHost host, String agentId, Parts parts) {
        this.host = host;
        this.agentId = agentId;
        this.parts = parts;
    }

    boolean isOf(CollectedHost other, String otherAgentId) {
        return host.target().equals(other.target()) && agentId.equals(otherAgentId);
    }

    /** What came of the last scrape, null before the first. */
    @Nullable
    Scraped last() {
        return last;
    }

    /** Begins at a moment within the interval that is the host's own, so that not all are asked at once. */
    void start(ScheduledExecutorService timer) {
        Duration interval = host.target().interval();
        long begin = Math.floorMod(host.name().hashCode() * SPREAD, interval.toMillis());
        next = timer.scheduleAtFixedRate(this::scrape, begin, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    void stop() {
        if (next != null) {
            next.cancel(false);
        }
    }

    private void scrape() {
        if (parts.held().getAsBoolean() && underWay.compareAndSet(false, true)) {
            var unused = parts.exporter()
                    .ask(host.target())
                    .thenApply(this::take)
                    .handle((scraped, fault) -> {
                        underWay.set(false);
                        if (scraped != null) {
                            remember(scraped);
                        } else {
                            LOG.error("a scrape of {} could not be taken in", host.name(), fault);
                        }
                        return scraped;
                    });
        }
    }

    private Scraped take(Answer answer) {
        if (answer instanceof Answer.Text text) {
            return parts.held().getAsBoolean()
                    ? parts.scraping().report(host.name(), agentId, memory(), text)
                    : Scraped.none(
                            parts.clock().instant(),
                            ScrapeOutcome.NOT_REPORTED,
                            "another instance may have the host by now",
                            text.took());
        }
        Answer.None none = (Answer.None) answer;
        return Scraped.none(parts.clock().instant(), none.outcome(), none.reason(), none.took());
    }

    private HostMemory memory() {
        HostMemory known = memory;
        if (known == null) {
            known = parts.scraping().remember(agentId);
            memory = known;
        }
        return known;
    }

    /** Tells the log once when it begins to fail, and once when it works again. */
    private void remember(Scraped scraped) {
        Scraped before = last;
        last = scraped;
        parts.heard().accept(scraped);
        boolean failed = scraped.kind() != ScrapeOutcome.OK;
        boolean other = before == null || before.kind() != scraped.kind();
        if (failed && other) {
            LOG.warn("scraping {}: {}, {}", host.name(), scraped.outcome(), scraped.reason());
        } else if (!failed && before != null && other) {
            LOG.info("scraping {} works again", host.name());
        }
    }
}
