package io.drover.command;

import io.drover.audit.AuditDao;
import io.drover.fleet.AgentCommand;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

/** The table {@code command}. Whatever changes it is audited, in the same statement. */
@RegisterConstructorMapper(Command.class)
@RegisterConstructorMapper(CommandDao.Due.class)
@RegisterConstructorMapper(CommandDao.Attempt.class)
public interface CommandDao {

    String COLUMNS = """
            c.command_id AS id, c.agent_id, c.action, c.session_id, c.requested_by, c.state, c.created_at, c.expires_at,
            c.delivered_at, c.finished_at, c.error
            """;

    /** Begins the audit of commands that stopped waiting; goes on with the table they are in, called c. */
    String AUDIT_OF_ENDED = """
            INSERT INTO audit (who, action, object_kind, object_id, before, after)
            SELECT :who, 'command_' || c.state, 'agent', c.agent_id, NULL, jsonb_strip_nulls(jsonb_build_object(
                     'command_id', c.command_id, 'action', c.action, 'session_id', c.session_id, 'error', c.error))
              FROM\s""";

    /** What came of an attempt to queue commands. */
    sealed interface Queueing {}

    /** They wait. */
    record Queued(List<Command> commands) implements Queueing {}

    /** There is no such agent. */
    record NoAgent() implements Queueing {}

    /** It is a host that is scraped: nobody is there who could be told. */
    record Scraped() implements Queueing {}

    /** More would wait than may. */
    record Full() implements Queueing {}

    /**
     * Queues all commands of a batch or none.
     *
     * @param most how many commands may wait for one agent
     */
    default Queueing queue(CommandBatch batch, int most, String action) {
        List<Attempt> attempts = attempt(batch, batch.commandIds().size(), most, batch.requestedBy(), action);
        return switch (attempts.get(0).outcome()) {
            case "no_agent" -> new NoAgent();
            case "scraped" -> new Scraped();
            case "full" -> new Full();
            default ->
                new Queued(
                        batch.commandIds().isEmpty()
                                ? List.of()
                                : attempts.stream().map(Attempt::command).toList());
        };
    }

    /** What came of an attempt, and one of the commands that were queued; its fields are null when none was. */
    record Attempt(String outcome, @Nested Command command) {}

    /**
     * One statement, so that the server holds its locks, and never a broker that stands still: an operator's change may
     * wait for them.
     */
    @SqlQuery("""
            WITH attempt AS MATERIALIZED (SELECT may_queue_commands(:agentId, :count, :most) AS outcome)
            , queued AS (
              INSERT INTO command (command_id, agent_id, action, session_id, title, message, requested_by, expires_at,
                                   boot_id, booted_at)
              SELECT n.command_id, :agentId, :does, n.session_id, :title, :message, :requestedBy,
                     clock_timestamp() + make_interval(secs => :ttlSeconds), CAST(:bootId AS text),
                     CAST(:bootedAt AS timestamptz)
                FROM attempt t
                JOIN unnest(CAST(:commandIds AS text[]), CAST(:sessionIds AS bigint[])) AS n(command_id, session_id)
                  ON t.outcome = 'queue'
              RETURNING *)
            , audited AS (""" + AuditDao.INSERT + """
            'agent', :agentId, NULL, jsonb_build_object(
                'action', CAST(:does AS text), 'title', CAST(:title AS text), 'message', CAST(:message AS text),
                'commands', (SELECT jsonb_agg(jsonb_build_object('command_id', q.command_id,
                                                                 'session_id', q.session_id)) FROM queued q))
             WHERE EXISTS (SELECT 1 FROM queued))
            SELECT t.outcome,\s""" + COLUMNS + """
              FROM attempt t LEFT JOIN queued c ON true ORDER BY c.session_id, c.command_id
            """)
    List<Attempt> attempt(
            @BindMethods CommandBatch batch,
            @Bind("count") int count,
            @Bind("most") int most,
            @Bind("who") String who,
            @Bind("action") String action);

    /** Ids of all agents for which a command waits. */
    @SqlQuery("SELECT DISTINCT c.agent_id FROM command c WHERE c.state = 'waiting'")
    List<String> agentsWithCommands();

    /** Those of these agents for which a command waits. */
    @SqlQuery("""
            SELECT DISTINCT c.agent_id FROM command c WHERE c.state = 'waiting' AND c.agent_id = ANY(:agentIds)
            """)
    List<String> agentsWithCommands(@Bind("agentIds") Collection<String> agentIds);

    /**
     * What waits for an agent, the oldest first, and marks it as told. A restart is held back once the host has booted
     * since; that of a drained host also while there is a session or an open connection, and when it is not wanted any
     * more.
     *
     * @param empty whether the host reports no session
     */
    @SqlQuery("""
            WITH due AS MATERIALIZED (
              SELECT c.*, c.action = 'restart_server' AND (
                       has_restarted(c.boot_id, c.booted_at, CAST(:bootId AS text), CAST(:bootedAt AS timestamptz))
                       OR r.command_id IS NOT NULL
                          AND NOT (:empty AND a.mode = 'drain' AND a.restart_when_drained AND""" + RestartDao.UNCONNECTED + """
                                  )
                     ) AS held
                FROM command c
                JOIN agent a ON a.agent_id = c.agent_id
                LEFT JOIN restart r ON r.command_id = c.command_id AND r.agent_id = c.agent_id
               WHERE c.agent_id = :agentId AND c.state = 'waiting' AND c.expires_at > clock_timestamp())
            , told AS (
              UPDATE command c SET delivered_at = clock_timestamp()
                FROM due d WHERE c.command_id = d.command_id AND NOT d.held AND c.delivered_at IS NULL)
            SELECT d.command_id AS id, d.action, d.session_id, d.title, d.message, d.requested_by, d.created_at,
                   d.expires_at, d.held
              FROM due d ORDER BY d.created_at, d.command_id
            """)
    List<Due> due(
            @Bind("agentId") String agentId,
            @Bind("bootId") @Nullable String bootId,
            @Bind("bootedAt") @Nullable Instant bootedAt,
            @Bind("empty") boolean empty);

    /** A command that waits, and whether the agent is not to know of it yet. */
    record Due(@Nested AgentCommand command, boolean held) {}

    /**
     * Takes what came of commands. The restart of a drained host that an agent acknowledges is given some time. Locks
     * the restart before the commands, like everybody.
     *
     * @param restartSeconds that time
     * @return ids of the commands that it ended
     */
    @SqlQuery("""
            WITH restarting AS MATERIALIZED (SELECT r.agent_id FROM restart r WHERE r.agent_id = :agentId FOR UPDATE)
            , ended AS (
              UPDATE command c SET
                state = CASE WHEN t.success THEN 'done' ELSE 'failed' END, finished_at = clock_timestamp(),
                delivered_at = coalesce(c.delivered_at, clock_timestamp()), error = t.error
                FROM unnest(CAST(:commandIds AS text[]), CAST(:successes AS boolean[]), CAST(:errors AS text[]))
                     AS t(command_id, success, error)
                   , (SELECT count(*) AS rows FROM restarting) AS locked
               WHERE locked.rows >= 0 AND c.command_id = t.command_id AND c.agent_id = :agentId AND c.state IN ('waiting', 'expired')
              RETURNING c.*)
            , acknowledged AS (
              UPDATE restart r SET
                acknowledged_at = clock_timestamp(),
                retry_at = greatest(r.retry_at, clock_timestamp() + make_interval(secs => :restartSeconds))
                FROM ended e WHERE r.command_id = e.command_id AND e.state = 'done')
            , audited AS (""" + AUDIT_OF_ENDED + """
            ended c)
            SELECT e.command_id FROM ended e
            """)
    List<String> acknowledge(
            @Bind("agentId") String agentId,
            @Bind("commandIds") List<String> commandIds,
            @Bind("successes") List<Boolean> successes,
            @Bind("errors") List<@Nullable String> errors,
            @Bind("restartSeconds") long restartSeconds,
            @Bind("who") String who);

    /**
     * Ends the wait of up to so many commands that are too old, the oldest first, but for those that somebody ends just
     * now; gives how many.
     */
    @SqlQuery("""
            WITH late AS MATERIALIZED (
              SELECT w.command_id FROM command w
               WHERE w.state = 'waiting' AND w.expires_at <= clock_timestamp()
               ORDER BY w.expires_at, w.command_id LIMIT :limit FOR UPDATE SKIP LOCKED)
            , ended AS (
              UPDATE command c SET state = 'expired', finished_at = clock_timestamp()
                FROM late l WHERE c.command_id = l.command_id
              RETURNING c.*)
            , audited AS (""" + AUDIT_OF_ENDED + """
            ended c)
            SELECT count(*) FROM ended
            """)
    int expire(@Bind("limit") int limit, @Bind("who") String who);

    /**
     * Forgets up to so many commands that ended long ago, the oldest first, but for those that a restart still goes by
     * and those that somebody writes just now; gives how many.
     */
    @SqlQuery("""
            WITH old AS MATERIALIZED (
              SELECT c.command_id FROM command c
               WHERE c.state <> 'waiting'
                 AND c.finished_at < (SELECT clock_timestamp()) - make_interval(days => :days)
                 AND NOT EXISTS (SELECT 1 FROM restart r WHERE r.command_id = c.command_id)
               ORDER BY c.finished_at, c.command_id LIMIT :limit FOR UPDATE OF c SKIP LOCKED)
            , gone AS (
              DELETE FROM command c USING old o WHERE c.command_id = o.command_id
              RETURNING 1)
            SELECT count(*) FROM gone
            """)
    int forget(@Bind("days") int days, @Bind("limit") int limit);

    /** Commands for an agent that were queued before a moment, newest first. */
    @SqlQuery("SELECT " + COLUMNS + """
             FROM command c
             WHERE c.agent_id = :agentId AND (:state = '' OR c.state = :state) AND (c.created_at, c.command_id) < (:at, :id)
             ORDER BY c.created_at DESC, c.command_id DESC
             LIMIT :limit
            """)
    List<Command> page(
            @Bind("agentId") String agentId,
            @Bind("state") String state,
            @Bind("at") Instant at,
            @Bind("id") String id,
            @Bind("limit") int limit);
}
