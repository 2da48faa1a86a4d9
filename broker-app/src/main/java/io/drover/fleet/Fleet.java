package io.drover.fleet;

import io.drover.catalog.Resource;
import io.drover.connection.Connection;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.policy.PlacementSettings;
import io.drover.policy.PolicyEngine;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of farms, resources, agents, sessions, leases and failures; it tells the policy of every change, also
 * of those that the clock alone makes. Not safe for use by several threads at once, but for {@link #agent},
 * {@link #heartbeat} and the {@linkplain FarmBook#knownLayout layout} that is known.
 */
final class Fleet {

    private final PlacementSettings settings;
    private final Domains domains;
    private final InstantSource clock;
    private final Consumer<Consumer<PolicyEngine>> policy;
    private final Map<String, Host> hosts = new ConcurrentHashMap<>();
    private final FarmBook farms = new FarmBook();
    private final SessionBook sessions;
    private final LeaseBook leases;
    private final PledgeBook pledges;
    private final ConnectionBook connections;
    private final FailureBook failures;
    private final HeardTime heard = new HeardTime();
    private final Deadlines deadlines = new Deadlines();

    /** @param policy is told of every change */
    Fleet(PlacementSettings settings, Domains domains, InstantSource clock, Consumer<Consumer<PolicyEngine>> policy) {
        this.settings = settings;
        this.domains = domains;
        this.clock = clock;
        this.policy = policy;
        sessions = new SessionBook(domains);
        leases = new LeaseBook(domains);
        pledges = new PledgeBook(domains, settings.leaseTtl());
        connections = new ConnectionBook(domains);
        failures = new FailureBook(domains);
    }

    @Nullable
    Host host(String agentId) {
        return hosts.get(agentId);
    }

    /** Any thread may ask. */
    Optional<Agent> agent(String id) {
        return Optional.ofNullable(hosts.get(id)).map(Host::agent);
    }

    /** The last heartbeat of an agent. Any thread may ask. */
    Optional<Heartbeat> heartbeat(String agentId) {
        return Optional.ofNullable(hosts.get(agentId)).map(Host::heartbeat);
    }

    /** Whether a folded domain is a host's own name, so that its accounts are local to that host. */
    boolean isHostname(String domain) {
        return hosts.values().stream()
                .anyMatch(host -> domains.isLocalTo(domain, host.agent().hostname()));
    }

    FarmBook farms() {
        return farms;
    }

    ZoneId timeZone() {
        return settings.timeZone();
    }

    SessionBook sessions() {
        return sessions;
    }

    LeaseBook leases() {
        return leases;
    }

    PledgeBook pledges() {
        return pledges;
    }

    ConnectionBook connections() {
        return connections;
    }

    FailureBook failures() {
        return failures;
    }

    /** All that an engine must be told to know this fleet. */
    List<Consumer<PolicyEngine>> everything() {
        List<Consumer<PolicyEngine>> told = new ArrayList<>();
        Instant now = clock.instant();
        told.add(engine -> engine.put(settings.facts()));
        farms.farms().forEach(farm -> told.add(telling(farm)));
        farms.resources().forEach(resource -> told.add(telling(resource)));
        hosts.values().forEach(host -> told.add(telling(judge(host, now))));
        return told;
    }

    private Consumer<PolicyEngine> telling(Farm farm) {
        FarmView view = PolicyViews.of(farm, settings.minHealthScore());
        return engine -> engine.put(view);
    }

    private static Consumer<PolicyEngine> telling(Resource resource) {
        ResourceView view = PolicyViews.of(resource);
        return engine -> engine.put(view);
    }

    private static Consumer<PolicyEngine> telling(AgentView view) {
        return engine -> engine.put(view);
    }

    /** Takes an agent; the known one once more changes nothing: a reload brings all of them. */
    void put(Agent agent) {
        put(agent, Known.NOTHING);
    }

    private void put(Agent agent, Known before) {
        Host host = hosts.get(agent.id());
        if (host == null) {
            hosts.put(agent.id(), new Host(agent, settings, domains, connections, heard));
        } else if (host.agent().equals(agent)) {
            return;
        } else if (Known.yields(
                before.agents().get(agent.id()), host.agent().controlVersion(), agent.controlVersion())) {
            change(host, agent);
        }
        refresh(agent.id());
    }

    /** Whose account a session is depends on the host's name. */
    private void change(Host host, Agent newer) {
        boolean renamed = !host.agent().hostname().equals(newer.hostname());
        if (renamed) {
            sessions.replace(newer.id(), newer.hostname(), host.sessions(), List.of());
        }
        host.agent(newer);
        if (renamed) {
            sessions.replace(newer.id(), newer.hostname(), List.of(), host.sessions());
        }
    }

    void removeAgent(String id) {
        Host host = hosts.remove(id);
        if (host != null) {
            sessions.replace(id, host.agent().hostname(), host.sessions(), List.of());
            List.copyOf(leases.onAgent(id)).forEach(leases::remove);
            connections.removeAgent(id);
            deadlines.set(id, Instant.MAX);
            policy.accept(engine -> engine.removeAgent(id));
        }
    }

    /**
     * Takes a heartbeat that is newer than the known one, in the order of {@link HeartbeatOrder}; gives the leases that
     * end with it.
     */
    List<Lease> put(Heartbeat heartbeat) {
        String id = heartbeat.agentId();
        Host host = hosts.get(id);
        if (host == null || !isNewer(heartbeat, host.heartbeat())) {
            return List.of();
        }
        Heartbeat next = heartbeat.sharing(host.heartbeat());
        List<Lease> ended = host.endedWith(next, leases.onAgent(id));
        sessions.replace(id, host.agent().hostname(), host.sessions(), next.sessions());
        host.heartbeat(next);
        refresh(id);
        return ended;
    }

    /** Takes what a probe found. One of an unknown host, or of an address that it left, changes nothing. */
    void put(Probed probed) {
        Host host = hosts.get(probed.agentId());
        if (host != null && host.probed(probed)) {
            refresh(probed.agentId());
        }
    }

    /** Hosts that report and are trusted to say where they are. */
    List<Agent> reporting() {
        List<Agent> reporting = new ArrayList<>();
        for (Host host : hosts.values()) {
            AgentView told = host.told();
            if (told != null && told.online() && !told.quarantined()) {
                reporting.add(host.agent());
            }
        }
        return reporting;
    }

    private static boolean isNewer(Heartbeat heartbeat, @Nullable Heartbeat known) {
        if (known == null) {
            return true;
        }
        HeartbeatOrder.Verdict verdict = HeartbeatOrder.judge(HeartbeatHistory.of(known), heartbeat);
        return verdict == HeartbeatOrder.Verdict.ACCEPT && !heartbeat.equals(known);
    }

    void put(Farm farm) {
        put(farm, Known.NOTHING);
    }

    private void put(Farm farm, Known before) {
        if (farms.put(farm, before)) {
            policy.accept(telling(farm));
        }
    }

    void removeFarm(String id) {
        if (farms.removeFarm(id)) {
            policy.accept(engine -> engine.removeFarm(id));
        }
    }

    void put(Resource resource) {
        put(resource, Known.NOTHING);
    }

    private void put(Resource resource, Known before) {
        if (farms.put(resource, before)) {
            policy.accept(telling(resource));
        }
    }

    void removeResource(String id) {
        if (farms.removeResource(id)) {
            policy.accept(engine -> engine.removeResource(id));
        }
    }

    /** Takes a lease, unless it is known that it ended. */
    void put(Lease lease) {
        refresh(leases.put(lease));
    }

    /** A lease ended. */
    void remove(Lease lease) {
        refresh(leases.end(lease, clock.instant()));
    }

    /** Counts a decision for a host on that host, until {@link #settled}. */
    void pledge(Attempt attempt) {
        pledges.add(attempt).ifPresent(this::refresh);
    }

    /** The lease of a decision was written, or will not be. */
    void settled(Attempt attempt, @Nullable Lease written) {
        Set<String> touched = new HashSet<>();
        pledges.remove(attempt).ifPresent(touched::add);
        if (written != null) {
            touched.addAll(leases.put(written));
        }
        refresh(touched);
    }

    Collection<Lease> leasesOf(String person) {
        return leases.ofPerson(person);
    }

    void replaceLeases(String person, Collection<Lease> current) {
        Set<String> touched = new HashSet<>();
        leases.ofPerson(person).forEach(known -> touched.addAll(leases.remove(known)));
        current.forEach(lease -> touched.addAll(leases.putForSure(lease)));
        refresh(touched);
    }

    /** Forgets the leases that this one took over when it was written, and gives them. */
    List<Lease> claimed(Lease by) {
        List<Lease> claimed = leases.takenOverBy(by);
        claimed.forEach(this::remove);
        return claimed;
    }

    /** Takes what became of a connection; gives the leases that end with it. */
    List<Lease> put(Connection connection) {
        if (!connections.put(connection)) {
            return List.of();
        }
        boolean failed = connection.state() == Connection.State.FAILED;
        if (failed) {
            failed(new UserName(connection.person(), connection.domain()), connection);
        }
        refresh(connection.agentId());
        return failed
                ? leases.onAgent(connection.agentId()).stream()
                        .filter(l -> l.rev() == connection.leaseRev() && connections.isOver(l))
                        .toList()
                : List.of();
    }

    private void failed(UserName user, Connection connection) {
        Host host = hosts.get(connection.agentId());
        Instant at = connection.changedAt();
        if (host != null) {
            host.failed(user, at);
            failures.add(user, connection.agentId(), at);
        }
    }

    /** From the newest heartbeat on that is known nothing was heard. */
    void beginsToHear() {
        lost(hosts.values().stream()
                .map(Host::heartbeat)
                .filter(Objects::nonNull)
                .map(Heartbeat::receivedAt)
                .max(Comparator.naturalOrder())
                .orElseGet(clock::instant));
    }

    /** Nothing was heard of hosts from then on: each stays online or offline, as it was then, until it reports. */
    void lost(Instant since) {
        heard.lost(since);
        refresh(hosts.keySet());
    }

    /** Hosts are heard again. */
    void regained() {
        heard.regained(clock.instant());
        refresh(hosts.keySet());
    }

    /** What is known now. */
    Known known(long trust, boolean trusted) {
        Map<String, Long> agents = new HashMap<>();
        Map<String, Instant> heartbeats = new HashMap<>();
        hosts.forEach((id, host) -> {
            agents.put(id, host.agent().controlVersion());
            Heartbeat last = host.heartbeat();
            if (last != null) {
                heartbeats.put(id, last.receivedAt());
            }
        });
        return new Known(
                trust,
                trusted && !heard.isLost(),
                agents,
                heartbeats,
                farms.farmVersions(),
                farms.resourceVersions(),
                leases.all());
    }

    /**
     * Takes the whole fleet as the database has it, but for its leases, see {@link LeaseReload}.
     *
     * @param before what was known before it was read
     */
    void reload(FleetSnapshot snapshot, Known before) {
        gone(before.farms().keySet(), snapshot.farms(), Farm::id).forEach(this::removeFarm);
        gone(before.resources().keySet(), snapshot.resources(), Resource::id).forEach(this::removeResource);
        gone(before.agents().keySet(), snapshot.agents(), Agent::id).forEach(this::removeAgent);
        snapshot.farms().forEach(farm -> put(farm, before));
        snapshot.resources().forEach(resource -> put(resource, before));
        snapshot.agents().forEach(agent -> put(agent, before));
        snapshot.heartbeats().forEach(this::put);
        refresh(connections.retain(snapshot.connections(), clock.instant()));
        snapshot.connections().forEach(this::put);
    }

    private static <T> List<String> gone(Set<String> known, Collection<T> current, Function<T, String> id) {
        Set<String> ids = new HashSet<>();
        current.forEach(one -> ids.add(id.apply(one)));
        return known.stream().filter(k -> !ids.contains(k)).toList();
    }

    /** Takes what the database says of leases, also when it contradicts what was heard before. */
    void doubtEndedLeases() {
        leases.forgetEnded();
    }

    /** Forgets leases and takes others, and tells the policy once of each host that this concerns. */
    void change(List<Lease> ended, List<Lease> written) {
        Set<String> touched = new HashSet<>();
        ended.forEach(lease -> touched.addAll(leases.remove(lease)));
        written.forEach(lease -> touched.addAll(leases.put(lease)));
        refresh(touched);
    }

    /** Makes the changes that the clock alone makes. */
    void applyDue(Instant now) {
        for (String agentId = deadlines.poll(now); agentId != null; agentId = deadlines.poll(now)) {
            refresh(agentId);
        }
    }

    boolean isUnderWay(Lease lease, Instant now) {
        Host host = hosts.get(lease.agentId());
        return host != null && host.isUnderWay(lease, now);
    }

    int usersUnderWay(String agentId, Instant now) {
        Host host = hosts.get(agentId);
        return host == null ? 0 : usersUnderWay(host, now);
    }

    /** With those who have an open connection while no session of theirs shows. */
    private int usersUnderWay(Host host, Instant now) {
        String id = host.agent().id();
        List<Lease> pending = recentOn(id, now).stream()
                .filter(lease -> host.isUnderWay(lease, now))
                .toList();
        long connected = connections.openOn(id).stream()
                .filter(user -> !host.hasSessionOf(user) && pending.stream().noneMatch(lease -> isOf(lease, user)))
                .count();
        return judge(host, now).underWay() + Math.toIntExact(connected);
    }

    private boolean isOf(Lease lease, UserName user) {
        return lease.person().equals(user.user()) && domains.mayBeSame(lease.domain(), user.domain());
    }

    /** Hosts that a restart waits for and nobody is on, connected to, or on the way to. */
    Set<String> drained(Instant now) {
        return hosts.values().stream()
                .filter(host ->
                        host.agent().mode() == AgentMode.DRAIN && host.agent().restartWhenDrained())
                .filter(host -> {
                    AgentView view = judge(host, now);
                    return view.online() && view.sessions() + usersUnderWay(host, now) == 0;
                })
                .map(host -> host.agent().id())
                .collect(Collectors.toSet());
    }

    /** How many hosts, sessions and leases there are. */
    FleetCensus census() {
        List<AgentView> told = new ArrayList<>();
        for (Host host : hosts.values()) {
            AgentView view = host.told();
            if (view != null) {
                told.add(view);
            }
        }
        return FleetCensus.of(told, leases.size());
    }

    private void refresh(Collection<String> agentIds) {
        agentIds.forEach(this::refresh);
    }

    private void refresh(String agentId) {
        Host host = hosts.get(agentId);
        if (host != null) {
            policy.accept(telling(judge(host, clock.instant())));
            deadlines.set(agentId, host.due());
        }
    }

    /**
     * What the policy is to be told of a host now. Only {@link #refresh} tells it, and notes when the clock alone
     * changes that.
     */
    private AgentView judge(Host host, Instant now) {
        return host.view(recentOn(host.agent().id(), now), now);
    }

    /** The leases of a host, at least all that were granted within the time that a user may be under way. */
    private Collection<Lease> recentOn(String agentId, Instant now) {
        return pledges.with(leases.onAgent(agentId, now.minus(settings.pending())), agentId);
    }
}
