package io.drover.fleet;

import io.drover.catalog.Resource;
import io.drover.fleet.SessionBook.Located;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.lease.StorageUnavailableException;
import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.PlacementSettings;
import io.drover.policy.PolicyEngine;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.Verdict;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.ResourceView;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fleet as this instance knows it, judged in the policy engine. A view that can be rebuilt at any time: the
 * database owns what is true. Safe for use by many threads; one lock guards it and the engine.
 */
public final class FleetView {

    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock installing = new ReentrantLock();
    private final PlacementSettings settings;
    private final Domains domains;
    private final InstantSource clock;
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<String, Farm> farms = new HashMap<>();
    private final Map<String, Resource> resources = new HashMap<>();
    private final SessionBook sessions;
    private final LeaseBook leases;
    private final FailureBook failures = new FailureBook();
    private final PriorityQueue<Due> deadlines = new PriorityQueue<>(Comparator.comparing(Due::at));
    private @Nullable PolicyEngine engine;
    private boolean trusted;
    private long trust;
    private @Nullable List<Consumer<PolicyEngine>> missed;

    /**
     * @param settings the numbers of placement
     * @param domains which domains are one
     * @param clock the database's time
     */
    public FleetView(PlacementSettings settings, Domains domains, InstantSource clock) {
        this.settings = settings;
        this.domains = domains;
        this.clock = clock;
        sessions = new SessionBook(domains);
        leases = new LeaseBook(domains);
    }

    private record Due(Instant at, String agentId) {}

    /**
     * Lets another engine decide from now on: it is told everything and judges it while the old one serves, then
     * catches up and takes over.
     *
     * @throws PolicyFailedException when its rules fail on this fleet; the old engine goes on serving
     */
    public void install(PolicyEngine next) {
        installing.lock();
        try {
            List<Consumer<PolicyEngine>> told = locked(this::startRecording);
            try {
                told.forEach(tell -> tell.accept(next));
                next.settle();
                locked(() -> takeOver(next));
            } finally {
                locked(() -> missed = null);
            }
        } finally {
            installing.unlock();
        }
    }

    private List<Consumer<PolicyEngine>> startRecording() {
        missed = new ArrayList<>();
        List<Consumer<PolicyEngine>> told = new ArrayList<>();
        Instant now = clock.instant();
        told.add(e -> e.put(settings.facts()));
        farms.values().forEach(farm -> told.add(put(view(farm))));
        resources.values().forEach(resource -> {
            ResourceView view = view(resource);
            told.add(e -> e.put(view));
        });
        hosts.values().forEach(host -> {
            AgentView view = judge(host, now);
            told.add(e -> e.put(view));
        });
        return told;
    }

    private static Consumer<PolicyEngine> put(FarmView view) {
        return e -> e.put(view);
    }

    private @Nullable Void takeOver(PolicyEngine next) {
        if (missed != null) {
            missed.forEach(tell -> tell.accept(next));
        }
        next.settle();
        PolicyEngine before = engine;
        engine = next;
        if (before != null) {
            before.close();
        }
        return null;
    }

    private void tell(Consumer<PolicyEngine> change) {
        if (missed != null) {
            missed.add(change);
        }
        if (engine != null) {
            change.accept(engine);
        }
    }

    /** Takes an agent as the database has it; an older version than the known one changes nothing. */
    public void put(Agent agent) {
        locked(() -> {
            Host host = hosts.get(agent.id());
            if (host == null) {
                hosts.put(agent.id(), new Host(agent, settings, domains));
            } else if (host.agent().controlVersion() <= agent.controlVersion()) {
                host.agent(agent);
            }
            return refresh(agent.id());
        });
    }

    /** Forgets an agent, its sessions and its leases. */
    public void removeAgent(String id) {
        locked(() -> {
            Host host = hosts.remove(id);
            if (host != null) {
                sessions.replace(id, host.agent().hostname(), host.sessions(), List.of());
                leases.onAgent(id).forEach(leases::remove);
                tell(e -> e.removeAgent(id));
            }
            return null;
        });
    }

    /**
     * Takes a heartbeat that was accepted. One older than the known one, or of an unknown agent, changes nothing.
     *
     * @return the leases that end with it: the session that they led to was there and is gone
     */
    public List<Lease> put(Heartbeat heartbeat) {
        return locked(() -> {
            Host host = hosts.get(heartbeat.agentId());
            if (host == null || isOlder(heartbeat, host.heartbeat())) {
                return List.<Lease>of();
            }
            String id = heartbeat.agentId();
            List<Lease> ended = host.endedWith(heartbeat, leases.onAgent(id));
            sessions.replace(id, host.agent().hostname(), host.sessions(), heartbeat.sessions());
            host.heartbeat(heartbeat);
            refresh(id);
            return ended;
        });
    }

    private static boolean isOlder(Heartbeat heartbeat, @Nullable Heartbeat known) {
        return known != null && heartbeat.receivedAt().isBefore(known.receivedAt());
    }

    /** Takes a farm as the database has it; an older version than the known one changes nothing. */
    public void put(Farm farm) {
        locked(() -> {
            Farm known = farms.get(farm.id());
            if (known == null || known.controlVersion() <= farm.controlVersion()) {
                farms.put(farm.id(), farm);
                tell(put(view(farm)));
            }
            return null;
        });
    }

    /** Forgets a farm. */
    public void removeFarm(String id) {
        locked(() -> {
            if (farms.remove(id) != null) {
                tell(e -> e.removeFarm(id));
            }
            return null;
        });
    }

    /** Takes a resource as the database has it; an older version than the known one changes nothing. */
    public void put(Resource resource) {
        locked(() -> {
            Resource known = resources.get(resource.id());
            if (known == null || known.controlVersion() <= resource.controlVersion()) {
                resources.put(resource.id(), resource);
                ResourceView view = view(resource);
                tell(e -> e.put(view));
            }
            return null;
        });
    }

    /** Forgets a resource. */
    public void removeResource(String id) {
        locked(() -> {
            if (resources.remove(id) != null) {
                tell(e -> e.removeResource(id));
            }
            return null;
        });
    }

    /** Takes a lease; one that is older than the known one of its key changes nothing. */
    public void put(Lease lease) {
        locked(() -> refresh(leases.put(lease)));
    }

    /** Takes the leases that the person has now, in place of those known. */
    public void replaceLeases(String person, Collection<Lease> current) {
        locked(() -> {
            Set<String> touched = new HashSet<>();
            leases.ofPerson(person).forEach(known -> touched.addAll(leases.remove(known)));
            current.forEach(lease -> touched.addAll(leases.put(lease)));
            return refresh(touched);
        });
    }

    /** Forgets a lease that ended, unless it was written again since. */
    public void remove(Lease lease) {
        locked(() -> refresh(leases.remove(lease)));
    }

    /**
     * A qualified name took over the leases of the short name on a host.
     *
     * @return the leases that went
     */
    public List<Lease> claimed(String person, String agentId) {
        return locked(() -> {
            List<Lease> claimed = leases.ofPerson(person).stream()
                    .filter(l -> l.domain().isEmpty() && l.agentId().equals(agentId))
                    .toList();
            claimed.forEach(l -> refresh(leases.remove(l)));
            return claimed;
        });
    }

    /** A gateway's connection of that person to that host failed. */
    public void failed(String person, String agentId, Instant at) {
        locked(() -> {
            Host host = hosts.get(agentId);
            if (host != null) {
                host.failed(person, at);
                failures.add(person, agentId, at);
                refresh(agentId);
            }
            return null;
        });
    }

    /**
     * Decides nothing more until the fleet was read anew: what this instance knows may be wrong.
     *
     * @see #reload
     */
    public void distrust() {
        locked(() -> {
            trust++;
            trusted = false;
            return null;
        });
    }

    /** To be asked before the fleet is read, and given to {@link #reload} with what was read. */
    public long trust() {
        return locked(() -> trust);
    }

    /** Whether decisions are made. */
    public boolean isTrusted() {
        return locked(() -> trusted);
    }

    /**
     * Takes the whole fleet as the database has it. What is known to be newer stays, unless the view is distrusted:
     * then nothing does.
     *
     * @param trust what {@link #trust} said before the fleet was read
     */
    public void reload(FleetSnapshot snapshot, long trust) {
        locked(() -> {
            keepOnly(farms, snapshot.farms(), Farm::id).forEach(this::removeFarm);
            keepOnly(resources, snapshot.resources(), Resource::id).forEach(this::removeResource);
            keepOnly(hosts, snapshot.agents(), Agent::id).forEach(this::removeAgent);
            snapshot.farms().forEach(this::put);
            snapshot.resources().forEach(this::put);
            snapshot.agents().forEach(this::put);
            snapshot.heartbeats().forEach(this::put);
            if (!trusted) {
                leases.all().forEach(known -> refresh(leases.remove(known)));
            }
            reloadLeases(snapshot.leases());
            trusted = trusted || trust == this.trust;
            return null;
        });
    }

    private static <T> List<String> keepOnly(Map<String, ?> known, Collection<T> current, Function<T, String> id) {
        Set<String> ids = new HashSet<>();
        current.forEach(one -> ids.add(id.apply(one)));
        return known.keySet().stream().filter(k -> !ids.contains(k)).toList();
    }

    private void reloadLeases(Collection<Lease> current) {
        long newest = current.stream().mapToLong(Lease::rev).max().orElse(0);
        Set<Lease> there = new HashSet<>(current);
        Set<String> touched = new HashSet<>();
        for (Lease known : leases.all()) {
            if (known.rev() <= newest && !there.contains(known)) {
                touched.addAll(leases.remove(known));
            }
        }
        current.forEach(lease -> touched.addAll(leases.put(lease)));
        refresh(touched);
    }

    /**
     * Decides one request; nothing is written.
     *
     * @throws PolicyFailedException when a rule fails or no rules are loaded
     * @throws StorageUnavailableException until the fleet was read from the database
     */
    public Attempt decide(UserName user, CallView call, Set<String> avoid, long seed) {
        return locked(() -> decideLocked(user, call, avoid, seed));
    }

    /** What {@link #decide} would say now, with what the rules say of every host. */
    public Explained explain(UserName user, CallView call, Set<String> avoid, long seed) {
        return locked(() -> new Explained(
                decideLocked(user, call, avoid, seed), List.copyOf(serving().verdicts())));
    }

    /** A decision and the verdicts that it was made on. */
    public record Explained(Attempt attempt, List<Verdict> verdicts) {}

    private Attempt decideLocked(UserName user, CallView call, Set<String> avoid, long seed) {
        if (!trusted) {
            throw new StorageUnavailableException("the fleet is being read from the database", null);
        }
        Instant now = clock.instant();
        applyDue(now);
        List<Lease> mine = leases.of(user, now);
        Question question = question(user, call, avoid, seed, mine, now);
        Decision decision = serving().decide(question);
        Host chosen = decision.outcome() instanceof Placed placed ? hosts.get(placed.agentId()) : null;
        Set<Long> knownRevs =
                leases.ofPerson(user.user()).stream().map(Lease::rev).collect(Collectors.toSet());
        return new Attempt(
                question,
                decision,
                mine,
                knownRevs,
                chosen == null ? null : chosen.agent(),
                health(chosen),
                chosen != null && hasSession(question, chosen),
                resources.get(decision.resourceId()),
                checks(decision, mine),
                now);
    }

    private PolicyEngine serving() {
        if (engine == null) {
            throw new PolicyFailedException("no rules are loaded", null);
        }
        return engine;
    }

    private static boolean hasSession(Question question, Host host) {
        return question.sessions().stream()
                .anyMatch(s -> s.agentId().equals(host.agent().id()));
    }

    private static int health(@Nullable Host host) {
        Heartbeat last = host == null ? null : host.heartbeat();
        Integer score = last == null ? null : last.healthScore();
        return score == null ? 0 : score;
    }

    private List<Check> checks(Decision decision, List<Lease> mine) {
        if (!(decision.outcome() instanceof Placed placed)) {
            return List.of();
        }
        Set<String> reliedOn = new HashSet<>();
        reliedOn.add(placed.agentId());
        mine.forEach(lease -> reliedOn.add(lease.agentId()));
        List<Check> checks = new ArrayList<>();
        for (String id : reliedOn) {
            Host host = hosts.get(id);
            if (host != null) {
                checks.add(new Check(Subject.AGENT, id, host.agent().controlVersion()));
            }
        }
        Farm farm = farms.get(decision.farmId());
        if (farm != null) {
            checks.add(new Check(Subject.FARM, farm.id(), farm.controlVersion()));
        }
        Resource resource = resources.get(decision.resourceId());
        if (resource != null) {
            checks.add(new Check(Subject.RESOURCE, resource.id(), resource.controlVersion()));
        }
        return checks;
    }

    private Question question(
            UserName user, CallView call, Set<String> avoid, long seed, List<Lease> mine, Instant now) {
        List<UserSession> found = new ArrayList<>();
        Map<String, Integer> load = new HashMap<>();
        for (Located located : sessions.of(user)) {
            Session session = located.session();
            Instant logon = session.logonAt();
            found.add(new UserSession(
                    located.agentId(),
                    session.user().domain(),
                    session.state(),
                    logon == null ? 0 : logon.getEpochSecond()));
            load.merge(located.agentId(), 1, Integer::sum);
        }
        Set<String> onTheWay = new HashSet<>();
        List<LeaseView> held = mine.stream().map(l -> view(l, now, onTheWay)).toList();
        onTheWay.forEach(id -> load.merge(id, 1, Integer::sum));
        return new Question(user, call, found, held, load, failures.agentsFor(user.user(), now), avoid, seed);
    }

    private LeaseView view(Lease lease, Instant now, Set<String> onTheWay) {
        Host host = hosts.get(lease.agentId());
        boolean underWay = host != null && host.isUnderWay(lease, now);
        if (underWay) {
            onTheWay.add(lease.agentId());
        }
        return new LeaseView(
                lease.agentId(),
                lease.farm(),
                lease.resource(),
                lease.domain(),
                lease.expiresAt().toEpochMilli() / 1000.0,
                !lease.expiresAt().isAfter(now),
                host != null && host.hasSessionOf(lease),
                underWay);
    }

    private void applyDue(Instant now) {
        for (Due due = deadlines.peek(); due != null && !due.at().isAfter(now); due = deadlines.peek()) {
            deadlines.poll();
            refresh(due.agentId());
        }
    }

    private @Nullable Void refresh(Collection<String> agentIds) {
        agentIds.forEach(this::refresh);
        return null;
    }

    private @Nullable Void refresh(String agentId) {
        Host host = hosts.get(agentId);
        if (host != null) {
            AgentView view = judge(host, clock.instant());
            tell(e -> e.put(view));
        }
        return null;
    }

    /** What the policy is told of a host now, and a note of when the clock alone will change it. */
    private AgentView judge(Host host, Instant now) {
        String id = host.agent().id();
        Instant before = host.due();
        AgentView view = host.view(leases.onAgent(id), now);
        if (host.due().isBefore(Instant.MAX) && !host.due().equals(before)) {
            deadlines.add(new Due(host.due(), id));
        }
        return view;
    }

    private FarmView view(Farm farm) {
        Integer own = farm.minHealthScore();
        return new FarmView(
                farm.id(),
                farm.enabled(),
                farm.agentIds(),
                farm.requiredTags(),
                farm.strategy(),
                farm.jitter(),
                own == null ? settings.minHealthScore() : own);
    }

    private static ResourceView view(Resource resource) {
        return new ResourceView(
                resource.id(),
                resource.kind(),
                resource.farmId(),
                resource.guacamoleConnectionId(),
                folded(resource.guacamoleConnectionName()),
                resource.guacamoleDataSource(),
                folded(resource.remoteApp().replaceFirst("^\\|+", "")),
                resource.kind().equals("remoteapp") && resource.manageRemoteApp(),
                new HashSet<>(resource.groups()),
                resource.enabled());
    }

    /** A connection's name as it is compared: trimmed and without regard to case. */
    public static String folded(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    /** The agent with that id, if it is known. */
    public Optional<Agent> agent(String id) {
        return Optional.ofNullable(locked(() -> {
            Host host = hosts.get(id);
            return host == null ? null : host.agent();
        }));
    }

    /** The last heartbeat of the agent with that id, if one is known. */
    public Optional<Heartbeat> heartbeat(String agentId) {
        return Optional.ofNullable(locked(() -> {
            Host host = hosts.get(agentId);
            return host == null ? null : host.heartbeat();
        }));
    }

    /** What the rules say of every host now. */
    public List<Verdict> verdicts() {
        return locked(() -> {
            applyDue(clock.instant());
            return List.copyOf(serving().verdicts());
        });
    }

    /** The revision of the rules that decide now, if any do. */
    public Optional<String> revision() {
        return Optional.ofNullable(locked(() -> engine == null ? null : engine.revision()));
    }

    private <T extends @Nullable Object> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
