package io.drover.fleet;

import io.drover.control.Actor;
import io.drover.control.AfterCommit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what hosts say of themselves with what they said before. A host that would send users elsewhere goes into
 * maintenance, durably, before its report is used. Safe for use by many threads.
 */
public final class HostIdentities implements FleetListener {

    private static final Logger log = LoggerFactory.getLogger(HostIdentities.class);
    private static final int ATTEMPTS = 10;

    private final AgentDao dao;
    private final Consumer<Set<String>> changed;
    private final ConcurrentHashMap<String, AgentDao.Known> known = new ConcurrentHashMap<>();

    /**
     * The identities of all hosts.
     *
     * @param changed is told which agents were changed here
     */
    public HostIdentities(AgentDao dao, Consumer<Set<String>> changed) {
        this.dao = dao;
        this.changed = changed;
    }

    /** What came of a comparison. */
    enum Outcome {
        /** The host is who and where it was. */
        SAME,
        /** It said something new that sends nobody elsewhere. */
        UPDATED,
        /** It would send users elsewhere, and is in maintenance now. */
        BARRED,
        /** There is no such agent. */
        UNKNOWN
    }

    /** @param heard whether a report of this host was taken before */
    Outcome check(String agentId, HostIdentity reported, boolean heard) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<AgentDao.Known> last = known(agentId);
            if (last.isEmpty()) {
                return Outcome.UNKNOWN;
            }
            HostIdentity.Difference difference = last.get().identity().to(reported, heard);
            if (difference == HostIdentity.Difference.NONE) {
                return Outcome.SAME;
            }
            boolean bar = difference == HostIdentity.Difference.REDIRECTING;
            if (write(last.get(), reported, bar)) {
                return bar ? Outcome.BARRED : Outcome.UPDATED;
            }
        }
        throw new IllegalStateException("the agent " + agentId + " is changed without pause");
    }

    private Optional<AgentDao.Known> known(String agentId) {
        AgentDao.Known cached = known.get(agentId);
        if (cached != null) {
            return Optional.of(cached);
        }
        Optional<AgentDao.Known> read = dao.known(Set.of(agentId)).stream().findFirst();
        read.ifPresent(row -> known.put(agentId, row));
        return read;
    }

    private boolean write(AgentDao.Known last, HostIdentity reported, boolean bar) {
        HostIdentity next = last.identity().updatedBy(reported);
        String reason = bar ? "the host reports another name or address" : "";
        Optional<Agent> written = dao.report(
                last.id(),
                last.controlVersion(),
                next,
                bar,
                reason,
                Actor.agent(last.id()).name(),
                bar ? "redirect" : "identify");
        if (written.isEmpty()) {
            agentsChanged(Set.of(last.id()));
            return false;
        }
        keep(new AgentDao.Known(last.id(), next, written.get().controlVersion()));
        if (bar) {
            log.warn(
                    "Agent {} reports another name or address and is in maintenance until an operator looks",
                    last.id());
        }
        AfterCommit.tell(() -> changed.accept(Set.of(last.id())));
        return true;
    }

    /** Unless somebody else's change after it is known already. */
    private void keep(AgentDao.Known now) {
        known.computeIfPresent(now.id(), (same, kept) -> kept.controlVersion() < now.controlVersion() ? now : kept);
    }

    @Override
    public void agentsChanged(Set<String> ids) {
        Renewal.of(known, ids, id -> dao.known(Set.of(id)).stream().findFirst());
    }

    @Override
    public void reload() {
        List<AgentDao.Known> rows = dao.known();
        rows.forEach(row -> known.put(row.id(), row));
        known.keySet().retainAll(rows.stream().map(AgentDao.Known::id).collect(Collectors.toSet()));
    }
}
