package io.drover.fleet;

import io.drover.catalog.ConnectionName;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.policy.PlacementSettings;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.AgentView.RemoteAppView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One agent with its last heartbeat, and what the clock makes of both. Not safe for use by several threads, but for
 * {@link #agent()} and {@link #heartbeat()}.
 */
final class Host {

    private final PlacementSettings settings;
    private final Domains domains;
    private final ConnectionBook connections;
    private final HeardTime heard;
    private final FailedUsers failedUsers;
    private volatile Agent agent;
    private volatile @Nullable Heartbeat heartbeat;
    private Instant due = Instant.MAX;
    private @Nullable AgentView told;
    private @Nullable Probed probed;

    Host(Agent agent, PlacementSettings settings, Domains domains, ConnectionBook connections, HeardTime heard) {
        this.agent = agent;
        this.settings = settings;
        this.domains = domains;
        this.connections = connections;
        this.heard = heard;
        failedUsers = new FailedUsers(domains);
    }

    Agent agent() {
        return agent;
    }

    /** What was probed at another address says nothing any more. */
    void agent(Agent newer) {
        agent = newer;
        if (probed != null && !probed.isOf(newer)) {
            probed = null;
        }
    }

    @Nullable
    Probed probed() {
        return probed;
    }

    /** Takes what a probe of the host's present address found; whether rules see a difference. */
    boolean probed(Probed newer) {
        if (!newer.isOf(agent)) {
            return false;
        }
        boolean changed = probed == null ? newer.state() != ProbeState.UNKNOWN : probed.state() != newer.state();
        probed = newer;
        return changed;
    }

    @Nullable
    Heartbeat heartbeat() {
        return heartbeat;
    }

    void heartbeat(Heartbeat newer) {
        heartbeat = newer;
    }

    List<Session> sessions() {
        return heartbeat == null ? List.of() : heartbeat.sessions();
    }

    void failed(UserName user, Instant at) {
        failedUsers.add(user, at);
    }

    /** When the clock alone changes what {@link #view} says; far away when never. */
    Instant due() {
        return due;
    }

    /** Whether a folded domain is that of the host's own accounts. */
    boolean isOwnDomain(String domain) {
        return domains.isLocalTo(domain, agent.hostname());
    }

    /** Whether the user has a session. */
    boolean hasSessionOf(UserName user) {
        return hasSessionOf(user, sessions());
    }

    private boolean hasSessionOf(Lease lease) {
        return hasSessionOf(lease, sessions());
    }

    private boolean hasSessionOf(Lease lease, List<Session> sessions) {
        return hasSessionOf(new UserName(lease.person(), lease.domain()), sessions);
    }

    private boolean hasSessionOf(UserName user, List<Session> sessions) {
        for (Session session : sessions) {
            if (domains.owns(user, session.user(), agent.hostname())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the user of the lease is on the way: placed a while ago, session not seen and nothing reported since. */
    boolean isUnderWay(Lease lease, Instant now) {
        return isUnderWay(lease, underWayUntil(lease), now);
    }

    private boolean isUnderWay(Lease lease, Instant until, Instant now) {
        return now.isBefore(until) && !arrived(lease) && !connections.isOver(lease);
    }

    private Instant underWayUntil(Lease lease) {
        Instant pendingEnds = lease.grantedAt().plus(settings.pending());
        return pendingEnds.isBefore(lease.expiresAt()) ? pendingEnds : lease.expiresAt();
    }

    private boolean arrived(Lease lease) {
        return heartbeat != null && heartbeat.receivedAt().isAfter(lease.grantedAt()) && hasSessionOf(lease);
    }

    /**
     * The leases that nothing stands behind any more, as this heartbeat shows: the session was seen and is gone, or the
     * connection ended before and there is no session.
     */
    List<Lease> endedWith(Heartbeat next, Collection<Lease> leases) {
        return leases.stream()
                .filter(l -> mayHaveEnded(l, next))
                .filter(l -> !hasSessionOf(l, next.sessions()))
                .toList();
    }

    /** Where the sessions are the same, none of them is gone. */
    private boolean mayHaveEnded(Lease lease, Heartbeat next) {
        return (next.sessions() != sessions() && hadSessionOf(lease))
                ? !connections.isOpen(lease)
                : connections.isOverBefore(lease, next.receivedAt());
    }

    /**
     * Whether the last heartbeat showed it after the lease was last used; one that was gone before led nobody there.
     */
    private boolean hadSessionOf(Lease lease) {
        Heartbeat last = heartbeat;
        return last != null && !last.receivedAt().isBefore(usedAt(lease)) && hasSessionOf(lease, last.sessions());
    }

    private Instant usedAt(Lease lease) {
        Instant used = lease.expiresAt().minus(settings.leaseTtl());
        return used.isAfter(lease.grantedAt()) ? used : lease.grantedAt();
    }

    /** What the policy was told of this host last, null until then. */
    @Nullable
    AgentView told() {
        return told;
    }

    /**
     * What the policy is told of this host now.
     *
     * @param leases those on this host, at least all that were granted within the time that a user may be under way
     */
    AgentView view(Collection<Lease> leases, Instant now) {
        due = Instant.MAX;
        AgentView view = viewOf(heartbeat, leases, now);
        told = view;
        return view;
    }

    private AgentView viewOf(@Nullable Heartbeat last, Collection<Lease> leases, Instant now) {
        SessionCounts counts = SessionCounts.of(sessions());
        return new AgentView(
                agent.id(),
                agent.hostname(),
                agent.zone() == null ? "" : agent.zone(),
                agent.mode().text(),
                agent.quarantined(),
                isOnline(now),
                last == null ? null : last.healthScore(),
                last == null ? null : last.cpuPercent(),
                last == null ? null : last.memoryUsedPercent(),
                counts.inUse(),
                counts.disconnected(),
                counts.others(),
                underWay(leases, now),
                lower(agent.maxSessions(), last == null ? null : last.maxSessions()),
                agent.maxConcurrentLogons(),
                agent.weight(),
                last == null || last.rdpListenerOk() == null || last.rdpListenerOk(),
                probed == null ? ProbeState.UNKNOWN.text() : probed.state().text(),
                failedUsers.most(now, ends -> holdsUntil(ends, now)),
                isFresh(now),
                agent.tags(),
                agent.farmIds(),
                last == null
                        ? List.of()
                        : last.remoteApps().stream().map(Host::remoteApp).toList());
    }

    private boolean isOnline(Instant now) {
        if (heartbeat == null) {
            return false;
        }
        return holdsUntil(heard.silentAt(heartbeat.receivedAt(), settings.offlineAfter()), now);
    }

    private boolean isFresh(Instant now) {
        Instant booted = heartbeat == null ? null : heartbeat.bootedAt();
        return booted != null && holdsUntil(booted.plus(settings.slowStart()), now);
    }

    private boolean holdsUntil(Instant ends, Instant now) {
        if (!now.isBefore(ends)) {
            return false;
        }
        if (ends.isBefore(due)) {
            due = ends;
        }
        return true;
    }

    private int underWay(Collection<Lease> leases, Instant now) {
        Map<String, List<String>> counted = new HashMap<>();
        int count = 0;
        for (Lease lease : leases) {
            Instant until = underWayUntil(lease);
            if (isUnderWay(lease, until, now) && holdsUntil(until, now)) {
                List<String> of = counted.computeIfAbsent(lease.person(), k -> new ArrayList<>(1));
                if (of.stream().noneMatch(d -> domains.mayBeSame(d, lease.domain()))) {
                    of.add(lease.domain());
                    count++;
                }
            }
        }
        return count;
    }

    private static @Nullable Integer lower(@Nullable Integer a, @Nullable Integer b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return Math.min(a, b);
    }

    private static RemoteAppView remoteApp(RemoteAppStatus app) {
        boolean ready = app.published()
                && app.pathExists()
                && app.inSync()
                && app.error().isEmpty();
        return new RemoteAppView(app.resourceId(), ConnectionName.key(app.alias()), ready);
    }
}
