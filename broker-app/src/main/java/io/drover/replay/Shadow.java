package io.drover.replay;

import io.dropwizard.lifecycle.Managed;
import io.drover.fleet.Attempt;
import io.drover.fleet.FleetTap;
import io.drover.fleet.FleetView;
import io.drover.identity.Domains;
import io.drover.placement.PlacementLog;
import io.drover.placement.PlacementRecord;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.PolicyEngine;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the rules of a candidate folder decide every placement too, without effect. What the engine is told, and what it
 * decides, goes into a bounded queue in the order in which it happens; a thread of its own tells the candidate the same
 * and asks it at the same point, so that it sees the fleet as the decision saw it. When too much waits, requests are
 * dropped and counted, and the candidate is told the fleet anew. Safe for use by many threads.
 */
public final class Shadow implements FleetTap, PlacementLog, Managed {

    private static final Logger LOG = LoggerFactory.getLogger(Shadow.class);
    private static final int MOST_WAITING = 20_000;
    private static final int MOST_UNNAMED = 5_000;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final Duration TURN = Duration.ofMillis(200);

    private final @Nullable Path folder;
    private final FleetView fleet;
    private final Function<String, Optional<RuleSource>> revisions;
    private final Domains domains;
    private final InstantSource clock;
    private final RuleLoader loader = new RuleLoader(false);
    private final BlockingQueue<Item> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LongAdder dropped = new LongAdder();
    private final IdentityHashMap<Attempt, Compared> unnamed = new IdentityHashMap<>();
    private final Thread thread = new Thread(this::run, "policy-shadow");
    private volatile boolean torn;
    private String seen = "";
    private String unknown = "";
    private @Nullable CompiledRules candidate;
    private @Nullable CompiledRules live;
    private @Nullable ShadowSeat seat;
    private ReplayReport report = new ReplayReport();
    private @Nullable Instant since;
    private List<RuleProblem> problems = List.of();

    private sealed interface Item {}

    private record Begun(List<Consumer<PolicyEngine>> everything) implements Item {}

    private record Told(Consumer<PolicyEngine> change) implements Item {}

    private record Decided(Attempt attempt) implements Item {}

    private record Named(PlacementRecord placement) implements Item {}

    private record Compared(@Nullable Change change) {}

    /**
     * @param folder the candidate rules, null for none: then nothing is done
     * @param fleet what decides
     * @param revisions the rules that decide, by revision; may fail
     * @param domains which domains are one
     * @param clock for the status
     */
    public Shadow(
            @Nullable Path folder,
            FleetView fleet,
            Function<String, Optional<RuleSource>> revisions,
            Domains domains,
            InstantSource clock) {
        this.folder = folder;
        this.fleet = fleet;
        this.revisions = revisions;
        this.domains = domains;
        this.clock = clock;
        thread.setDaemon(true);
    }

    @Override
    public void begun(List<Consumer<PolicyEngine>> everything) {
        List<Item> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        torn = !queue.offer(new Begun(everything));
        for (Item item : waiting) {
            if (item instanceof Decided) {
                dropped.increment();
            } else if (item instanceof Named) {
                queue.offer(item);
            }
        }
    }

    @Override
    public void told(Consumer<PolicyEngine> change) {
        if (!torn) {
            torn = !queue.offer(new Told(change));
        }
    }

    @Override
    public void decided(Attempt attempt) {
        if (torn || !queue.offer(new Decided(attempt))) {
            dropped.increment();
        }
    }

    /** Names a decision that was heard before. */
    @Override
    public void record(PlacementRecord placement) {
        if (folder != null && placement.attempt() != null) {
            queue.offer(new Named(placement));
        }
    }

    @Override
    public void start() {
        if (folder != null) {
            thread.start();
        }
    }

    @Override
    public void stop() throws InterruptedException {
        fleet.untap();
        thread.interrupt();
        thread.join(TimeUnit.SECONDS.toMillis(1));
    }

    private void run() {
        long looked = System.nanoTime() - LOOK_EVERY.toNanos();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (System.nanoTime() - looked >= LOOK_EVERY.toNanos()) {
                    looked = System.nanoTime();
                    look();
                }
                Item item = queue.poll(TURN.toMillis(), TimeUnit.MILLISECONDS);
                if (item != null) {
                    take(item);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("the candidate rules could not be tried", e);
                torn = true;
            }
        }
        synchronized (this) {
            close();
        }
    }

    /** Takes changed candidate rules, and tells the fleet anew when something was missed. */
    private void look() {
        Path from = folder;
        if (from == null) {
            return;
        }
        unknown = "";
        String now;
        RuleSource source = null;
        try {
            source = RuleSource.read(from);
            now = source.revision();
        } catch (UncheckedIOException e) {
            now = String.valueOf(e.getMessage());
        }
        if (!now.equals(seen)) {
            seen = now;
            load(source, now);
        } else if (torn && candidate != null) {
            fleet.tap(this);
        }
    }

    private void load(@Nullable RuleSource source, String unreadable) {
        fleet.untap();
        queue.clear();
        synchronized (this) {
            close();
            report = new ReplayReport();
            dropped.reset();
            since = null;
            try {
                if (source == null) {
                    throw new BrokenRulesException(List.of(new RuleProblem("", 0, 0, unreadable)));
                }
                candidate = loader.load(source);
                since = clock.instant();
                problems = List.of();
                LOG.info("candidate revision {} in {} is tried beside the rules that decide", seen, folder);
            } catch (BrokenRulesException broken) {
                problems = broken.problems();
                LOG.warn("the candidate rules in {} are not tried: {}", folder, broken.getMessage());
                return;
            }
        }
        fleet.tap(this);
    }

    private synchronized void take(Item item) {
        CompiledRules rules = candidate;
        if (rules == null) {
            return;
        }
        if (item instanceof Begun begun) {
            closeSeat();
            ShadowSeat fresh = new ShadowSeat(rules, live, domains);
            begun.everything().forEach(fresh::tell);
            seat = fresh;
        } else if (item instanceof Told told && seat != null) {
            seat.tell(told.change());
        } else if (item instanceof Decided decided && seat != null) {
            decide(decided.attempt(), seat);
        } else if (item instanceof Named named) {
            name(named.placement());
        }
    }

    private void decide(Attempt attempt, ShadowSeat at) {
        String revision = attempt.decision().revision();
        if ((live == null || !live.revision().equals(revision)) && known(revision)) {
            dropped.increment();
            fleet.tap(this);
            return;
        }
        if (unnamed.size() >= MOST_UNNAMED) {
            dropped.add(unnamed.size());
            unnamed.clear();
        }
        unnamed.put(attempt, new Compared(at.decide(attempt.question(), attempt.decision())));
    }

    /** Gets the rules that decide now, so that differences can be told from their verdicts. */
    private boolean known(String revision) {
        if (revision.equals(unknown)) {
            return false;
        }
        unknown = revision;
        Optional<RuleSource> source = kept(revision);
        if (source.isEmpty()) {
            return false;
        }
        try {
            CompiledRules before = live;
            live = loader.load(source.get());
            closeSeat();
            if (before != null) {
                before.close();
            }
            return true;
        } catch (BrokenRulesException e) {
            return false;
        }
    }

    private Optional<RuleSource> kept(String revision) {
        try {
            return revisions.apply(revision);
        } catch (RuntimeException unreachable) {
            LOG.debug("revision {} cannot be read now", revision, unreachable);
            return Optional.empty();
        }
    }

    private void name(PlacementRecord placement) {
        Compared compared = unnamed.remove(placement.attempt());
        if (compared != null) {
            report.add(
                    placement.decisionId(), placement.at(), placement.request().username(), compared.change());
        }
    }

    private void closeSeat() {
        if (seat != null) {
            seat.close();
            seat = null;
        }
    }

    private void close() {
        closeSeat();
        unnamed.clear();
        if (candidate != null) {
            candidate.close();
            candidate = null;
        }
        if (live != null) {
            live.close();
            live = null;
        }
    }

    /** How the candidate does so far. */
    public synchronized ShadowAnswer answer() {
        return new ShadowAnswer(
                folder != null,
                candidate == null ? "" : candidate.revision(),
                since,
                report.decided(),
                report.changed(),
                dropped.sum(),
                problems,
                report.groups().stream().map(ShadowAnswer.Counted::of).toList());
    }
}
