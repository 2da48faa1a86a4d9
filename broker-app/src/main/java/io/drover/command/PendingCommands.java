package io.drover.command;

import io.drover.fleet.FleetListener;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The agents for which a command may wait, so that a heartbeat of another agent asks the database nothing. Safe for use
 * by many threads.
 */
public final class PendingCommands implements FleetListener {

    private static final long NONE = -1;

    private final CommandDao dao;
    private final Map<String, Long> agents = new ConcurrentHashMap<>();
    private final AtomicLong told = new AtomicLong();

    public PendingCommands(CommandDao dao) {
        this.dao = dao;
    }

    /** What to give to {@link #forget} when nothing waits for the agent after all; negative when nothing does. */
    long noteOf(String agentId) {
        return agents.getOrDefault(agentId, NONE);
    }

    /** Nothing waited for the agent; a command that was queued since the note was taken is not forgotten. */
    void forget(String agentId, long note) {
        agents.remove(agentId, note);
    }

    @Override
    public void commandsChanged(Set<String> agentIds) {
        Set<String> waiting = Set.copyOf(dao.agentsWithCommands(agentIds));
        waiting.forEach(this::add);
    }

    @Override
    public void reload() {
        Map<String, Long> before = Map.copyOf(agents);
        Set<String> waiting = Set.copyOf(dao.agentsWithCommands());
        waiting.forEach(this::add);
        before.forEach((agentId, note) -> {
            if (!waiting.contains(agentId)) {
                forget(agentId, note);
            }
        });
    }

    private void add(String agentId) {
        agents.put(agentId, told.incrementAndGet());
    }
}
