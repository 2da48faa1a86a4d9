package io.drover.fleet;

import io.drover.control.Actor;
import io.drover.control.AfterCommit;
import io.drover.control.Change;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.control.Refusal;
import io.drover.control.Subject;
import io.drover.control.Tokens;
import io.drover.control.VersionedWrite;
import io.drover.control.Violations;
import io.drover.lease.Lease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What operators do to agents, and how machines become one. Safe for use by many threads. */
public final class AgentService {

    private static final int ID_BYTES = 16;
    private static final int TOKEN_BYTES = 32;
    private static final Duration CONFLICT_SHOWN = Duration.ofHours(1);

    /** How long a machine may take to ask again when it did not hear that it is an agent. */
    private static final Duration ANSWER_LOST = Duration.ofMinutes(10);

    private static final String ENROLLED_AGAIN = "the machine enrolled again";

    private final AgentDao dao;
    private final FleetListener listener;
    private final EligibleHosts eligible;
    private final Tokens tokens;
    private final InstantSource clock;
    private final ReentrantLock oneControlAtATime = new ReentrantLock();

    /**
     * A service.
     *
     * @param listener is told of every change after it was committed
     * @param clock the database's clock
     */
    public AgentService(
            AgentDao dao, FleetListener listener, EligibleHosts eligible, Tokens tokens, InstantSource clock) {
        this.dao = dao;
        this.listener = listener;
        this.eligible = eligible;
        this.tokens = tokens;
        this.clock = clock;
    }

    public Optional<Agent> find(String id) {
        return dao.find(id);
    }

    /** The other machine that reported under the agent's id within the last hour, if one did. */
    public Optional<AgentConflict> conflict(String id) {
        return dao.conflict(id, CONFLICT_SHOWN.toSeconds());
    }

    /** Which policy the agent says that it applies. */
    public Optional<String> reportedPolicy(String id) {
        return dao.reportedPolicy(id);
    }

    /** What operators set on a host, its own policy included. */
    public Optional<AgentControl> control(String id) {
        return dao.control(id);
    }

    /**
     * Agents, the newest first.
     *
     * @param mode only those in this mode, null for all
     */
    public Page<Agent> list(@Nullable AgentMode mode, PageRequest page) {
        List<AgentDao.Listed> rows = dao.page(
                mode == null ? "" : mode.text(), page.after().at(), page.after().id(), page.limit() + 1);
        return Page.of(
                page,
                rows,
                AgentDao.Listed::agent,
                row -> new Cursor(row.listedAt(), row.agent().id()));
    }

    /**
     * Makes a machine an agent. A machine that is one already keeps its id, gets a new token, and is in quarantine
     * until an operator sets it online; the old token is void. One that never reported and that no operator touched
     * since it enrolled, minutes ago, is not: the answer did not reach it.
     *
     * @param name the host's name, until it reports one
     * @param machineId what tells the machine from others
     */
    public Change<Enrolment> enroll(String name, String machineId) {
        String hostname = name.strip();
        Violations violations = new Violations();
        violations.address("name", hostname);
        violations.name("machine_id", machineId);
        if (!violations.isEmpty()) {
            return Change.invalid(violations.list());
        }
        String id = tokens.next(ID_BYTES);
        String token = tokens.next(TOKEN_BYTES);
        Agent agent = dao.enroll(
                id,
                machineId.strip(),
                TokenHashes.hash(token),
                hostname,
                ENROLLED_AGAIN,
                ANSWER_LOST.toSeconds(),
                Actor.ENROLMENT.name(),
                "enroll");
        changed(Set.of(agent.id()));
        return Change.done(new Enrolment(agent, token, agent.quarantined()));
    }

    /**
     * Changes what operators set on a host. Once it has returned, no instance places by the old state.
     *
     * @param expected the version that the caller saw, null when any will do
     */
    public Change<Agent> control(String id, ControlChange change, @Nullable Long expected, Actor who) {
        oneControlAtATime.lock();
        try {
            return agent(id).run(expected, current -> apply(current, change, who));
        } finally {
            oneControlAtATime.unlock();
        }
    }

    private Optional<Change<Agent>> apply(AgentControl current, ControlChange change, Actor who) {
        AgentControl next = change.appliedTo(current, who.name());
        Violations violations = new Violations();
        change.check(next, clock.instant(), violations);
        if (!violations.isEmpty()) {
            return Optional.of(Change.invalid(violations.list()));
        }
        boolean leaves = current.mode() == AgentMode.ONLINE && next.mode() != AgentMode.ONLINE;
        FarmGuard guard = leaves && !change.force() ? FarmGuard.of(eligible.besides(current.id())) : FarmGuard.NONE;
        Optional<Agent> written = dao.update(
                next, guard, current.controlVersion(), who.name(), change.force() ? "control_forced" : "control");
        written.ifPresent(agent -> changed(Set.of(agent.id())));
        return written.isPresent() ? written.map(Change::done) : leavingAlone(current.id(), guard);
    }

    private Optional<Change<Agent>> leavingAlone(String agentId, FarmGuard guard) {
        List<String> needy = guard.guardedFarms().isEmpty() ? List.of() : dao.leftAlone(guard);
        return needy.isEmpty()
                ? Optional.empty()
                : Optional.of(Change.refused(new Refusal.LastEligibleHost(agentId, needy)));
    }

    /**
     * Deletes an agent; its heartbeat and the leases on it end.
     *
     * @param expected the version that the caller saw, null when any will do
     * @return what operators had set on it
     */
    public Change<AgentControl> delete(String id, @Nullable Long expected, Actor who) {
        return agent(id).run(expected, current -> {
            List<AgentDao.Ended> ended = dao.delete(id, current.controlVersion(), who.name(), "delete");
            if (ended.isEmpty()) {
                return Optional.empty();
            }
            changed(Set.of(id));
            List<Lease> leases =
                    ended.stream().flatMap(row -> row.lease().stream()).toList();
            if (!leases.isEmpty()) {
                AfterCommit.tell(() -> listener.leasesReleased(leases));
            }
            return Optional.of(Change.done(current));
        });
    }

    /** Brings hosts back online whose drain or maintenance has ended; to be called every few seconds. */
    public List<Agent> bringBackDue() {
        List<Agent> back = dao.endDue(Actor.BROKER.name(), "until");
        if (!back.isEmpty()) {
            changed(back.stream().map(Agent::id).collect(Collectors.toSet()));
        }
        return back;
    }

    private void changed(Set<String> ids) {
        AfterCommit.tell(() -> listener.agentsChanged(ids));
    }

    private VersionedWrite<AgentControl> agent(String id) {
        return new VersionedWrite<>(Subject.AGENT, id, () -> dao.control(id), AgentControl::controlVersion);
    }
}
