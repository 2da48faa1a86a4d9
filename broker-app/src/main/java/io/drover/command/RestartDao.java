package io.drover.command;

import io.drover.audit.AuditDao;
import io.drover.fleet.RestartProgress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/**
 * The table {@code restart}: hosts that drain for a restart, from its first command until the host has booted. Each
 * step is one statement that any instance may run at any time; the database lets one of them make it.
 */
@RegisterConstructorMapper(RestartProgress.class)
public interface RestartDao {

    /** The condition that a host still wants the restart. */
    String WANTED = " a.mode = 'drain' AND a.restart_when_drained AND NOT a.quarantined ";

    /** The condition that no gateway has an open connection to agent a, whether or not a session shows. */
    String UNCONNECTED = """
             NOT EXISTS (SELECT 1 FROM connection k WHERE k.agent_id = a.agent_id AND k.state = 'open')
            """;

    /** The condition that the host of heartbeat h has booted since command c was queued. */
    String BOOTED = """
             h.received_at > c.created_at
             AND has_restarted(c.boot_id, c.booted_at, h.boot_id,
                               h.received_at - make_interval(secs => h.uptime_seconds))
            """;

    /**
     * Queues a restart command for each of these hosts that still drains, is empty, and has no command under way. A
     * command that failed, expired, or was acknowledged without effect is followed by another when its time is over.
     *
     * @param pendingSeconds how long a user who was placed there may be on the way
     * @param ttlSeconds how long the command may wait for its agent
     * @return hosts for which a command was queued
     */
    @SqlQuery("""
            WITH drained AS MATERIALIZED (
              SELECT a.agent_id, h.boot_id, h.received_at - make_interval(secs => h.uptime_seconds) AS booted_at
                FROM agent a JOIN heartbeat h ON h.agent_id = a.agent_id
               WHERE a.agent_id = ANY(:agentIds) AND""" + WANTED + """
                 AND h.sessions = '[]' AND h.received_at > a.mode_since AND""" + UNCONNECTED + """
                 AND NOT EXISTS (
                   SELECT 1 FROM lease l
                    WHERE l.agent_id = a.agent_id AND l.expires_at > clock_timestamp()
                      AND l.granted_at > clock_timestamp() - make_interval(secs => :pendingSeconds))
                 FOR NO KEY UPDATE OF a SKIP LOCKED)
            , begun AS (
              INSERT INTO restart AS r (agent_id, command_id, retry_at)
              SELECT d.agent_id, replace(gen_random_uuid()::text, '-', ''),
                     clock_timestamp() + make_interval(secs => :ttlSeconds)
                FROM drained d
              ON CONFLICT (agent_id) DO UPDATE SET
                command_id = EXCLUDED.command_id, attempt = r.attempt + 1, acknowledged_at = NULL,
                retry_at = EXCLUDED.retry_at
               WHERE r.retry_at <= clock_timestamp()
              RETURNING *)
            , queued AS (
              INSERT INTO command (command_id, agent_id, action, requested_by, expires_at, boot_id, booted_at)
              SELECT b.command_id, b.agent_id, 'restart_server', :who, b.retry_at, d.boot_id, d.booted_at
                FROM begun b JOIN drained d ON d.agent_id = b.agent_id)
            , audited AS (""" + AuditDao.INSERT + """
            'agent', b.agent_id, NULL,
                jsonb_build_object('action', 'restart_server', 'command_id', b.command_id, 'attempt', b.attempt)
              FROM begun b)
            SELECT b.agent_id FROM begun b
            """)
    List<String> begin(
            @Bind("agentIds") Collection<String> agentIds,
            @Bind("pendingSeconds") long pendingSeconds,
            @Bind("ttlSeconds") long ttlSeconds,
            @Bind("who") String who,
            @Bind("action") String action);

    /**
     * Ends the restarts of hosts that have booted: they are online again when that was wanted, else they go on
     * draining, and another restart takes another order. Closes the control gate only when there is one.
     *
     * @return agents that were changed
     */
    @SqlQuery("""
            WITH booted AS MATERIALIZED (
              SELECT a.* FROM restart r
                JOIN command c ON c.command_id = r.command_id
                JOIN heartbeat h ON h.agent_id = r.agent_id
                JOIN agent a ON a.agent_id = r.agent_id
               WHERE""" + WANTED + " AND" + BOOTED + """
            )
            , gate AS MATERIALIZED (SELECT close_control_gate() FROM booted LIMIT 1)
            , written AS (
              UPDATE agent a SET
                mode = CASE WHEN a.online_after_restart THEN 'online' ELSE a.mode END,
                reason = CASE WHEN a.online_after_restart THEN NULL ELSE a.reason END,
                owner = CASE WHEN a.online_after_restart THEN NULL ELSE a.owner END,
                until = CASE WHEN a.online_after_restart THEN NULL ELSE a.until END,
                restart_when_drained = false, online_after_restart = false,
                control_version = nextval('control_version'), changed_at = clock_timestamp()
                FROM booted b, gate g
               WHERE a.agent_id = b.agent_id AND a.control_version = b.control_version
              RETURNING a.*)
            , over AS (DELETE FROM restart r USING written w WHERE r.agent_id = w.agent_id RETURNING r.command_id)
            , done AS (
              UPDATE command c SET state = 'done', finished_at = clock_timestamp(), error = NULL
                FROM over o WHERE c.command_id = o.command_id AND c.state <> 'done')
            , audited AS (""" + AuditDao.INSERT + """
            'agent', w.agent_id, to_jsonb(b) - 'token_hash' - 'machine_id', to_jsonb(w) - 'token_hash' - 'machine_id'
              FROM written w JOIN booted b ON b.agent_id = w.agent_id)
            SELECT w.agent_id FROM written w
            """)
    List<String> finish(@Bind("who") String who, @Bind("action") String action);

    /** Ends restarts that are not wanted any more, and the commands that wait for them. */
    @SqlQuery("""
            WITH over AS (
              DELETE FROM restart r
               WHERE NOT EXISTS (SELECT 1 FROM agent a WHERE a.agent_id = r.agent_id AND""" + WANTED + """
            )
              RETURNING r.*)
            , ended AS (
              UPDATE command c SET state = 'cancelled', finished_at = clock_timestamp()
                FROM over o WHERE c.command_id = o.command_id AND c.state = 'waiting'
              RETURNING c.*)
            , audited AS (""" + CommandDao.AUDIT_OF_ENDED + """
            ended c)
            SELECT o.agent_id FROM over o
            """)
    List<String> cancel(@Bind("who") String who);

    /** Ends restart commands, other than those of draining hosts, whose hosts have booted. */
    @SqlQuery("""
            WITH ended AS (
              UPDATE command c SET state = 'done', finished_at = clock_timestamp()
                FROM heartbeat h
               WHERE c.action = 'restart_server' AND c.state = 'waiting' AND h.agent_id = c.agent_id AND""" + BOOTED + """
                 AND NOT EXISTS (SELECT 1 FROM restart r WHERE r.command_id = c.command_id)
              RETURNING c.*)
            , audited AS (""" + CommandDao.AUDIT_OF_ENDED + """
            ended c)
            SELECT e.agent_id FROM ended e
            """)
    List<String> settle(@Bind("who") String who);

    /** How far the restart of a host is; empty when none is under way. */
    @SqlQuery("""
            SELECT CASE WHEN r.acknowledged_at IS NOT NULL THEN 'acknowledged'
                        WHEN c.state IN ('failed', 'expired') THEN c.state
                        WHEN c.delivered_at IS NOT NULL THEN 'delivered'
                        ELSE 'queued' END AS state,
                   r.command_id, r.attempt, r.began_at, r.retry_at, c.error
              FROM restart r JOIN command c ON c.command_id = r.command_id
             WHERE r.agent_id = :agentId
            """)
    Optional<RestartProgress> progress(@Bind("agentId") String agentId);
}
