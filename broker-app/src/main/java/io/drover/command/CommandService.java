package io.drover.command;

import io.drover.control.Actor;
import io.drover.control.AfterCommit;
import io.drover.control.Change;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.control.Refusal;
import io.drover.control.Subject;
import io.drover.control.Tokens;
import io.drover.fleet.Agent;
import io.drover.fleet.AgentMode;
import io.drover.fleet.FleetListener;
import io.drover.fleet.FleetView;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.Session;
import io.drover.lease.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queues what operators want done on hosts. Until the fleet was read it knows none, and every method throws a
 * {@link StorageUnavailableException} after a while. Safe for use by many threads.
 */
public final class CommandService {

    static final String RESTART = "restart_server";
    private static final int ID_BYTES = 16;

    private final CommandDao dao;
    private final FleetView view;
    private final FleetListener listener;
    private final Tokens tokens;
    private final Limits limits;

    /**
     * How much may wait, and for how long.
     *
     * @param ttl how long a command may wait for its agent
     * @param most how many commands may wait for one agent
     * @param patience how long an operator waits until the fleet was read
     */
    public record Limits(Duration ttl, int most, Duration patience) {}

    /**
     * A service.
     *
     * @param view knows the sessions
     * @param listener is told of every command after it was committed
     */
    public CommandService(CommandDao dao, FleetView view, FleetListener listener, Tokens tokens, Limits limits) {
        this.dao = dao;
        this.view = view;
        this.listener = listener;
        this.tokens = tokens;
        this.limits = limits;
    }

    /**
     * Commands for an agent, the newest first.
     *
     * @param state only those in this state, empty for all
     */
    public Change<Page<Command>> list(String agentId, String state, PageRequest page) {
        view.awaitTrust(limits.patience());
        if (view.agent(agentId).isEmpty()) {
            return Change.refused(new Refusal.NotFound(Subject.AGENT, agentId));
        }
        List<Command> rows =
                dao.page(agentId, state, page.after().at(), page.after().id(), page.limit() + 1);
        return Change.done(Page.of(page, rows, row -> row, row -> new Cursor(row.createdAt(), row.id())));
    }

    /** Has something done in one session that the host reported. */
    public Change<List<Command>> inSession(String agentId, long sessionId, SessionOrder order, Actor who) {
        view.awaitTrust(limits.patience());
        boolean there = sessions(agentId).stream().anyMatch(session -> session.id() == sessionId);
        return there
                ? queue(agentId, order, List.of(sessionId), who)
                : Change.refused(new Refusal.NotFound(Subject.SESSION, Long.toString(sessionId)));
    }

    /** Has something done in the sessions that the host reported, one command for each. */
    public Change<List<Command>> inSessions(String agentId, SessionScope scope, SessionOrder order, Actor who) {
        view.awaitTrust(limits.patience());
        List<Long> ids = sessions(agentId).stream()
                .filter(scope::holds)
                .map(Session::id)
                .sorted()
                .toList();
        return queue(agentId, order, ids, who);
    }

    /**
     * Has the host restarted at once.
     *
     * @param force also while it takes users, or has some
     */
    public Change<List<Command>> restart(String agentId, boolean force, Actor who) {
        view.awaitTrust(limits.patience());
        Agent agent = view.agent(agentId).orElse(null);
        if (agent == null) {
            return Change.refused(new Refusal.NotFound(Subject.AGENT, agentId));
        }
        String why = force ? null : users(agent);
        if (why != null) {
            return Change.refused(new Refusal.HostInUse(agentId, why));
        }
        Optional<Heartbeat> last = view.heartbeat(agentId);
        return queue(new CommandBatch(
                agentId,
                RESTART,
                List.of(tokens.next(ID_BYTES)),
                Arrays.asList((Long) null),
                "",
                "",
                who.name(),
                limits.ttl().toSeconds(),
                last.map(Heartbeat::bootId).orElse(null),
                last.map(Heartbeat::bootedAt).orElse(null)));
    }

    private @Nullable String users(Agent agent) {
        if (agent.mode() == AgentMode.ONLINE) {
            return "takes users; drain it first, with restart_when_drained it restarts by itself";
        }
        int sessions = sessions(agent.id()).size();
        int underWay = view.usersUnderWay(agent.id());
        return sessions + underWay == 0
                ? null
                : "has " + sessions + " sessions, and " + underWay + " users are on their way to it";
    }

    private List<Session> sessions(String agentId) {
        return view.heartbeat(agentId).map(Heartbeat::sessions).orElse(List.of());
    }

    private Change<List<Command>> queue(String agentId, SessionOrder order, List<Long> sessionIds, Actor who) {
        return queue(new CommandBatch(
                agentId,
                order.action().text(),
                sessionIds.stream().map(id -> tokens.next(ID_BYTES)).toList(),
                List.copyOf(sessionIds),
                order.title(),
                order.message(),
                who.name(),
                limits.ttl().toSeconds(),
                null,
                (Instant) null));
    }

    private Change<List<Command>> queue(CommandBatch batch) {
        CommandDao.Queueing result = dao.queue(batch, limits.most(), "command");
        if (result instanceof CommandDao.NoAgent) {
            return Change.refused(new Refusal.NotFound(Subject.AGENT, batch.agentId()));
        }
        if (result instanceof CommandDao.Scraped) {
            return Change.refused(new Refusal.TakesNoCommands(batch.agentId()));
        }
        if (result instanceof CommandDao.Full) {
            return Change.refused(new Refusal.TooManyCommands(batch.agentId(), limits.most()));
        }
        List<Command> commands = ((CommandDao.Queued) result).commands();
        if (!commands.isEmpty()) {
            AfterCommit.tell(() -> listener.commandsChanged(Set.of(batch.agentId())));
        }
        return Change.done(commands);
    }
}
