package io.drover.fleet;

import io.drover.catalog.Resource;
import io.drover.connection.Connection;
import io.drover.degraded.Doubt;
import io.drover.degraded.KnownLeases;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.LeaseRequest;
import io.drover.lease.StorageUnavailableException;
import io.drover.policy.Health;
import io.drover.policy.PlacementSettings;
import io.drover.policy.PolicyEngine;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.Strategies;
import io.drover.policy.Verdict;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.ScrapeView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fleet as this instance knows it, judged in the policy engine. A view that can be rebuilt at any time: the
 * database owns what is true, and what is older than what is known changes nothing but when the whole fleet is read and
 * the database has lost what was known. Safe for use by many threads; one task at a time changes the fleet and asks the
 * engine; what a heartbeat reads waits for none.
 */
public final class FleetView implements Contact, KnownLeases {

    private final Turns turns = new Turns();
    private final ReentrantLock installing = new ReentrantLock();
    private final ReentrantLock reloading = new ReentrantLock();
    private final InstantSource clock;
    private final EngineSeat seat = new EngineSeat();
    private final Fleet fleet;
    private volatile CompletableFuture<Void> trusting = new CompletableFuture<>();
    private volatile boolean trusted;
    private volatile boolean readOnce;
    private volatile @Nullable Doubt doubt;
    private boolean begins;
    private long trust;

    /**
     * @param settings the numbers of placement
     * @param domains which domains are one
     * @param clock the database's time
     */
    public FleetView(PlacementSettings settings, Domains domains, InstantSource clock) {
        this.clock = clock;
        fleet = new Fleet(settings, domains, clock, seat::tell);
    }

    /**
     * Lets another engine decide from now on: it is told everything and judges it while the old one serves, then
     * catches up and takes over. The old one is closed.
     *
     * @throws PolicyFailedException when its rules fail on this fleet; the old engine goes on serving
     */
    public void install(PolicyEngine next) {
        installing.lock();
        try {
            List<Consumer<PolicyEngine>> told = locked(() -> {
                seat.beginHandover();
                return fleet.everything();
            });
            told.forEach(tell -> tell.accept(next));
            next.settle();
            change(() -> seat.take(next));
        } finally {
            change(seat::endHandover);
            installing.unlock();
        }
    }

    /** Lets this one hear everything from now on, from the whole fleet on, in place of the one before it. */
    public void tap(FleetTap tap) {
        change(() -> {
            tap.begun(fleet.everything());
            seat.tap(tap);
        });
    }

    /** Nobody but the engine hears anything any more. */
    public void untap() {
        change(() -> seat.tap(null));
    }

    /** Takes an agent. */
    public void put(Agent agent) {
        change(() -> fleet.put(agent));
    }

    /** Forgets an agent, its sessions and its leases. */
    public void removeAgent(String id) {
        change(() -> fleet.removeAgent(id));
    }

    /**
     * Takes a heartbeat that was accepted. One of an unknown agent changes nothing.
     *
     * @return the leases that end with it: the session that they led to was there and is gone. None while the view is
     *     distrusted, since what is known of the session may be of long ago
     */
    public List<Lease> put(Heartbeat heartbeat) {
        return locked(() -> {
            List<Lease> ended = fleet.put(heartbeat);
            seat.settle();
            return trusted ? ended : List.of();
        });
    }

    /** Takes what a probe of a host found; one of an address that the host has left changes nothing. */
    public void put(Probed probed) {
        change(() -> {
            fleet.put(probed);
            seat.settle();
        });
    }

    /** Takes a farm. */
    public void put(Farm farm) {
        change(() -> fleet.put(farm));
    }

    /** Forgets a farm. */
    public void removeFarm(String id) {
        change(() -> fleet.removeFarm(id));
    }

    /** Takes a published resource. */
    public void put(Resource resource) {
        change(() -> fleet.put(resource));
    }

    /** Forgets a resource. */
    public void removeResource(String id) {
        change(() -> fleet.removeResource(id));
    }

    @Override
    public void put(Lease lease) {
        change(() -> fleet.put(lease));
    }

    @Override
    public Collection<Lease> leasesOf(String person) {
        return locked(() -> fleet.leasesOf(person));
    }

    @Override
    public boolean isUnderWay(Lease lease) {
        return locked(() -> fleet.isUnderWay(lease, clock.instant()));
    }

    /** Takes the leases that the person has now, in place of those known. */
    public void replaceLeases(String person, Collection<Lease> current) {
        change(() -> fleet.replaceLeases(person, current));
    }

    /** Forgets a lease that ended, unless it was written again since. */
    public void remove(Lease lease) {
        change(() -> fleet.remove(lease));
    }

    /**
     * Forgets the leases of the short name that this one took over when it was written.
     *
     * @param by a lease whose request {@linkplain LeaseRequest#claims() claimed}
     * @return the leases that went
     */
    public List<Lease> claimed(Lease by) {
        return locked(() -> fleet.claimed(by));
    }

    /**
     * Takes what became of a gateway's connection. What is not newer than what is known changes nothing.
     *
     * @return the leases that end with it: the connection failed, and no other placement used the lease since
     */
    public List<Lease> put(Connection connection) {
        return locked(() -> fleet.put(connection));
    }

    /**
     * Decides nothing more until the fleet was read anew, but what is {@linkplain #decideInDoubt asked for all the
     * same}: what this instance knows may be wrong.
     *
     * @param since so long ago it was right for sure
     * @see #reload
     */
    public void distrust(Duration since) {
        change(() -> {
            Instant now = clock.instant();
            Instant then = now.minus(since);
            Doubt before = doubt;
            trust++;
            if (trusted) {
                trusted = false;
                trusting = new CompletableFuture<>();
                doubt = new Doubt(then, now);
            } else if (before != null) {
                doubt = new Doubt(then.isBefore(before.since()) ? then : before.since(), now);
            }
        });
    }

    @Override
    public Optional<Doubt> doubt() {
        return Optional.ofNullable(doubt);
    }

    @Override
    public boolean isKnown() {
        return readOnce;
    }

    @Override
    public void begins() {
        change(() -> begins = true);
    }

    @Override
    public void lost(Instant since) {
        change(() -> fleet.lost(since));
    }

    @Override
    public void regained() {
        change(fleet::regained);
    }

    /** To be asked before the fleet is read, and given to {@link #reload} with what was read. */
    public Known known() {
        return locked(() -> fleet.known(trust, trusted));
    }

    /** Whether decisions are made. */
    public boolean isTrusted() {
        return trusted;
    }

    /** Completed while decisions are made, else as soon as they are again, in the thread that reloads. */
    public CompletableFuture<Void> whenTrusted() {
        return trusting;
    }

    /**
     * Returns when decisions are made.
     *
     * @throws StorageUnavailableException when they are not within that time
     */
    public void awaitTrust(Duration most) {
        try {
            var unused = whenTrusted().get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw untrusted();
        } catch (ExecutionException | TimeoutException e) {
            throw untrusted();
        }
    }

    /**
     * Takes the whole fleet as the database has it. What came to be known since it was read stays. While the view is
     * trusted, decisions go on in between.
     *
     * @param before what {@link #known} said before the fleet was read
     */
    public void reload(FleetSnapshot snapshot, Known before) {
        reloading.lock();
        try {
            boolean sure = locked(() -> {
                if (!trusted) {
                    fleet.doubtEndedLeases();
                }
                fleet.reload(snapshot, before);
                if (begins) {
                    begins = false;
                    fleet.beginsToHear();
                }
                seat.settle();
                return trusted;
            });
            for (LeaseReload.Slice slice : LeaseReload.of(before, snapshot, sure)) {
                change(() -> fleet.change(slice.ended(), slice.written()));
            }
            reloaded(before.trust());
        } finally {
            reloading.unlock();
        }
    }

    private void reloaded(long trustBefore) {
        CompletableFuture<Void> waiting = locked(() -> {
            seat.settle();
            trusted = trusted || trustBefore == trust;
            if (trusted) {
                readOnce = true;
                doubt = null;
            }
            return trusted ? trusting : new CompletableFuture<>();
        });
        waiting.complete(null);
    }

    /**
     * Decides one request; nothing is written. The chosen host counts the user as one on the way until {@link #settled}
     * is told what came of the lease.
     *
     * @throws PolicyFailedException when a rule fails or no rules are loaded
     * @throws StorageUnavailableException until the fleet was read from the database
     */
    public Attempt decide(UserName user, CallView call, Set<String> avoid, long seed) {
        return locked(() -> {
            requireTrusted();
            return pledged(user, call, avoid, seed);
        });
    }

    /**
     * Like {@link #decide}, also while what is known may be wrong: for when the database is away, and users are placed
     * without it.
     *
     * @throws PolicyFailedException when a rule fails or no rules are loaded
     * @throws StorageUnavailableException until the fleet was read from the database for the first time
     */
    public Attempt decideInDoubt(UserName user, CallView call, Set<String> avoid, long seed) {
        return locked(() -> {
            if (!readOnce) {
                throw untrusted();
            }
            return pledged(user, call, avoid, seed);
        });
    }

    private Attempt pledged(UserName user, CallView call, Set<String> avoid, long seed) {
        Attempt attempt = ask(user, call, avoid, seed);
        seat.decided(attempt);
        fleet.pledge(attempt);
        return attempt;
    }

    /**
     * The lease of a decision was written, or will not be. To be told once for every decision.
     *
     * @param written the lease, null when none was written
     */
    public void settled(Attempt attempt, @Nullable Lease written) {
        change(() -> fleet.settled(attempt, written));
    }

    /**
     * What {@link #decide} would say now, with what the rules say of every host.
     *
     * @throws PolicyFailedException when a rule fails or no rules are loaded
     * @throws StorageUnavailableException until the fleet was read from the database
     */
    public Explained explain(UserName user, CallView call, Set<String> avoid, long seed) {
        return locked(() -> {
            requireTrusted();
            return new Explained(
                    ask(user, call, avoid, seed), List.copyOf(seat.engine().verdicts()));
        });
    }

    /** A decision and the verdicts that it was made on. */
    public record Explained(Attempt attempt, List<Verdict> verdicts) {}

    private Attempt ask(UserName user, CallView call, Set<String> avoid, long seed) {
        Instant now = clock.instant();
        fleet.applyDue(now);
        return new Asking(fleet, user, now).ask(seat.engine(), call, avoid, seed);
    }

    private void requireTrusted() {
        if (!trusted) {
            throw untrusted();
        }
    }

    private static StorageUnavailableException untrusted() {
        return new StorageUnavailableException("the fleet is being read from the database", null);
    }

    /**
     * What the rules say of how well a host is that was scraped.
     *
     * @throws PolicyFailedException when a rule fails or no rules are loaded
     */
    public Health health(ScrapeView scrape) {
        return locked(() -> seat.health(scrape));
    }

    /** The agent with that id, if it is known. */
    public Optional<Agent> agent(String id) {
        return fleet.agent(id);
    }

    /** What this instance's probes of the host found, if any did. */
    public Optional<Probed> probed(String agentId) {
        return locked(() -> Optional.ofNullable(fleet.host(agentId)).map(Host::probed));
    }

    /** The hosts that report now, without those in quarantine. */
    public List<Agent> reporting() {
        return locked(() -> {
            fleet.applyDue(clock.instant());
            return fleet.reporting();
        });
    }

    /** The farms, and the RemoteApps of their hosts, as they are now. */
    public FleetLayout layout() {
        FleetLayout known = fleet.farms().knownLayout();
        return known == null ? locked(() -> fleet.farms().layout()) : known;
    }

    /**
     * How many users were placed on a host and not seen there yet; 0 when the agent is not known.
     *
     * @throws StorageUnavailableException until the fleet was read from the database
     */
    public int usersUnderWay(String agentId) {
        return locked(() -> {
            requireTrusted();
            return fleet.usersUnderWay(agentId, clock.instant());
        });
    }

    /**
     * Ids of the hosts that drain for a restart, report, have no session and wait for nobody; none until the fleet was
     * read from the database.
     */
    public Set<String> drained() {
        return locked(() -> trusted ? fleet.drained(clock.instant()) : Set.of());
    }

    /**
     * All published resources, also those that are disabled.
     *
     * @throws StorageUnavailableException until the fleet was read from the database
     */
    public List<Resource> resources() {
        return locked(() -> {
            requireTrusted();
            return fleet.farms().resources();
        });
    }

    /** The last heartbeat of the agent with that id, if one is known. */
    public Optional<Heartbeat> heartbeat(String agentId) {
        return fleet.heartbeat(agentId);
    }

    /**
     * What the rules say of every host now.
     *
     * @throws PolicyFailedException when a rule fails or no rules are loaded
     */
    public List<Verdict> verdicts() {
        return locked(() -> {
            fleet.applyDue(clock.instant());
            return List.copyOf(seat.engine().verdicts());
        });
    }

    /** How many hosts, sessions and leases there are now. */
    public FleetCensus census() {
        return locked(() -> {
            fleet.applyDue(clock.instant());
            return fleet.census();
        });
    }

    /** The revision of the rules that decide now, if any do. */
    public Optional<String> revision() {
        return locked(seat::revision);
    }

    /** The strategies that the rules which decide now know; every name while none do. */
    public Strategies strategies() {
        return locked(seat::strategies);
    }

    private void change(Runnable change) {
        turns.run(() -> {
            change.run();
            return true;
        });
    }

    private <T> T locked(Supplier<T> action) {
        return turns.run(action);
    }
}
