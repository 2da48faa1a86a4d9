package io.drover.fleet;

import io.drover.audit.AuditDao;
import io.drover.database.JsonArguments;
import io.drover.database.JsonColumnMappers;
import io.drover.lease.ControlGate;
import io.drover.lease.Lease;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.sqlobject.config.RegisterArgumentFactory;
import org.jdbi.v3.sqlobject.config.RegisterColumnMapperFactory;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The table {@code agent}. Every change closes the control gate and is audited, in one statement. */
@RegisterArgumentFactory(JsonArguments.class)
@RegisterColumnMapperFactory(JsonColumnMappers.class)
@RegisterConstructorMapper(Agent.class)
@RegisterConstructorMapper(AgentControl.class)
@RegisterConstructorMapper(AgentConflict.class)
@RegisterConstructorMapper(AgentDao.Listed.class)
@RegisterConstructorMapper(AgentDao.Known.class)
@RegisterConstructorMapper(AgentDao.Ended.class)
@RegisterConstructorMapper(AgentDao.TokenHash.class)
public interface AgentDao {

    String COLUMNS = """
            a.agent_id AS id, a.hostname, coalesce(a.address, a.reported_address) AS address,
            CASE WHEN a.address IS NULL THEN coalesce(a.port, a.reported_port) ELSE a.port END AS port,
            a.mode, a.quarantined, a.tags, a.farm_ids, a.zone, a.weight, a.max_sessions, a.max_concurrent_logons,
            a.restart_when_drained, a.online_after_restart, a.reason, a.owner, a.until, a.control_version,
            a.enrolled_at
            """;

    /** What the audit shows of an agent: all but what lets a machine be it. */
    String SHOWN = "- 'token_hash' - 'machine_id'";

    String AUDITED = ", audited AS (" + AuditDao.INSERT + """
            'agent', w.agent_id, (SELECT to_jsonb(b)\s""" + SHOWN + " FROM before b), to_jsonb(w) " + SHOWN + """
             FROM written w)
            """;

    /** Keeps what the statement did to the agent's own policy. */
    String POLICY_KEPT = """
            , kept AS (
              INSERT INTO agent_policy (owner_kind, owner_id, policy, who)
              SELECT 'agent', w.agent_id, w.policy, :who FROM written w JOIN before b ON b.agent_id = w.agent_id
               WHERE w.policy IS DISTINCT FROM b.policy)
            """;

    String BEFORE = """
            , before AS (SELECT a.* FROM agent a WHERE a.agent_id = :id AND a.control_version = :expected)
            """;

    String CHANGED = "control_version = nextval('control_version'), changed_at = clock_timestamp()\n";

    @SqlQuery("SELECT " + COLUMNS + " FROM agent a")
    List<Agent> all();

    @SqlQuery("SELECT " + COLUMNS + " FROM agent a WHERE a.agent_id = ANY(:ids)")
    List<Agent> byIds(@Bind("ids") Collection<String> ids);

    @SqlQuery("SELECT " + COLUMNS + " FROM agent a WHERE a.agent_id = :id")
    Optional<Agent> find(@Bind("id") String id);

    /** Agents enrolled before a moment, newest first. */
    @SqlQuery("SELECT " + COLUMNS + """
            , a.enrolled_at AS listed_at FROM agent a
             WHERE (a.enrolled_at, a.agent_id) < (:at, :id) AND (:mode = '' OR a.mode = :mode)
             ORDER BY a.enrolled_at DESC, a.agent_id DESC
             LIMIT :limit
            """)
    List<Listed> page(
            @Bind("mode") String mode, @Bind("at") Instant at, @Bind("id") String id, @Bind("limit") int limit);

    @SqlQuery("""
            SELECT a.agent_id AS id, a.mode, a.quarantined, a.tags, a.farm_ids, a.policy, a.address, a.port, a.weight,
                   a.max_sessions, a.max_concurrent_logons, a.restart_when_drained, a.online_after_restart, a.reason,
                   a.owner, a.until, a.control_version
              FROM agent a WHERE a.agent_id = :id
            """)
    Optional<AgentControl> control(@Bind("id") String id);

    /** Since when the host is in its mode. */
    @SqlQuery("SELECT a.mode_since FROM agent a WHERE a.agent_id = :id")
    Optional<Instant> modeSince(@Bind("id") String id);

    /** Notes that another machine reports under the id of an agent. */
    @SqlUpdate("""
            INSERT INTO agent_conflict AS k (agent_id, boot_id, other_boot_id)
            SELECT a.agent_id, CAST(:bootId AS text), CAST(:otherBootId AS text)
              FROM agent a WHERE a.agent_id = :id
            ON CONFLICT (agent_id) DO UPDATE SET
              seen_at = EXCLUDED.seen_at, boot_id = EXCLUDED.boot_id, other_boot_id = EXCLUDED.other_boot_id
            """)
    void noteConflict(
            @Bind("id") String id,
            @Bind("bootId") @Nullable String bootId,
            @Bind("otherBootId") @Nullable String otherBootId);

    /** The conflict of an agent that was noticed a short while ago. */
    @SqlQuery("""
            SELECT k.seen_at, k.boot_id, k.other_boot_id FROM agent_conflict k
             WHERE k.agent_id = :id AND k.seen_at > clock_timestamp() - make_interval(secs => :seconds)
            """)
    Optional<AgentConflict> conflict(@Bind("id") String id, @Bind("seconds") long seconds);

    /** Which policy the agent says that it applies, empty when it never said. */
    @SqlQuery(
            "SELECT h.report->>'policy_revision' FROM heartbeat h WHERE h.agent_id = :id AND h.report->>'policy_revision' <> ''")
    Optional<String> reportedPolicy(@Bind("id") String id);

    /** SHA-256 of the agent's token, in hexadecimal digits. */
    @SqlQuery("SELECT encode(a.token_hash, 'hex') FROM agent a WHERE a.agent_id = :id")
    Optional<String> tokenHash(@Bind("id") String id);

    /** SHA-256 of every agent's token. */
    @SqlQuery("SELECT a.agent_id AS id, encode(a.token_hash, 'hex') AS hash FROM agent a")
    List<TokenHash> tokenHashes();

    /** What hosts last said of themselves, of all agents. */
    @SqlQuery("""
            SELECT a.agent_id AS id, a.reported_hostname AS hostname, a.reported_address AS address,
                   a.reported_port AS port, a.zone, a.control_version
              FROM agent a
            """)
    List<Known> known();

    /** What hosts last said of themselves. */
    @SqlQuery("""
            SELECT a.agent_id AS id, a.reported_hostname AS hostname, a.reported_address AS address,
                   a.reported_port AS port, a.zone, a.control_version
              FROM agent a WHERE a.agent_id = ANY(:ids)
            """)
    List<Known> known(@Bind("ids") Collection<String> ids);

    /**
     * The condition that the agent a, which a machine is already, is as its enrolment left it a short while ago: no
     * token of it was ever used, and no operator touched it. So nothing is lost when it enrols once more, as it does
     * when the answer to the first time did not reach it.
     */
    String UNTOUCHED = """
            (a.enrolled_at > clock_timestamp() - make_interval(secs => :seconds) AND a.hostname = EXCLUDED.hostname
             AND a.mode = 'online' AND NOT a.quarantined AND a.reported_hostname IS NULL AND a.address IS NULL
             AND a.port IS NULL AND a.policy IS NULL AND a.farm_ids = '{}' AND a.tags = '{}'
             AND NOT EXISTS (SELECT 1 FROM heartbeat h WHERE h.agent_id = a.agent_id)
             AND NOT EXISTS (SELECT 1 FROM collected_host c WHERE c.agent_id = a.agent_id))
            """;

    /**
     * Adds the agent of a machine under a new id, or gives the agent that the machine is already a new token; that one
     * is in quarantine from now on, unless it is {@linkplain #UNTOUCHED untouched}.
     *
     * @param seconds for how long after its enrolment it may be so
     */
    @SqlQuery(ControlGate.WITH_GATE + """
            , before AS (SELECT a.* FROM agent a WHERE a.machine_id = :machineId)
            , written AS (
              INSERT INTO agent AS a (agent_id, machine_id, token_hash, hostname)
              SELECT :newId, :machineId, decode(:tokenHash, 'hex'), :hostname
               WHERE""" + ControlGate.CLOSED + """

              ON CONFLICT (machine_id) DO UPDATE SET
                token_hash = EXCLUDED.token_hash,
                mode = CASE WHEN""" + " " + UNTOUCHED + """
                 THEN a.mode ELSE 'maintenance' END,
                quarantined = NOT""" + " " + UNTOUCHED + """
                , reason = CASE WHEN"""
            + " " + UNTOUCHED + """
                 THEN NULL ELSE :reasonIfKnown END,
                hostname = CASE WHEN a.reported_hostname IS NULL THEN EXCLUDED.hostname ELSE a.hostname END,
                owner = NULL, until = NULL,
            """ + CHANGED + """
              RETURNING *)
            """ + AUDITED + "SELECT " + COLUMNS
            + " FROM written a")
    Agent enroll(
            @Bind("newId") String newId,
            @Bind("machineId") String machineId,
            @Bind("tokenHash") String tokenHash,
            @Bind("hostname") String hostname,
            @Bind("reasonIfKnown") String reasonIfKnown,
            @Bind("seconds") long seconds,
            @Bind("who") String who,
            @Bind("action") String action);

    /**
     * Writes what operators set; empty when the agent is not at the expected version any more, or when a guarded farm
     * would be {@linkplain #leftAlone left alone}. Whoever drains one of a farm's hosts waits for the gate, and then
     * sees what others drained before.
     */
    @SqlQuery(ControlGate.WITH_GATE + BEFORE + """
            , guarded AS MATERIALIZED (
              SELECT cardinality(farms_left_alone(g.close_control_gate, CAST(:guardedFarms AS text[]),
                                                  CAST(:otherHosts AS text[]))) = 0 AS served
                FROM gate g)
            , written AS (
              UPDATE agent SET
                mode = :modeText, quarantined = :quarantined, tags = CAST(:tags AS jsonb), farm_ids = :farmIds,
                policy = CAST(:policy AS jsonb), address = CAST(:address AS text), port = CAST(:port AS integer),
                weight = :weight, max_sessions = CAST(:maxSessions AS integer),
                max_concurrent_logons = CAST(:maxConcurrentLogons AS integer),
                restart_when_drained = :restartWhenDrained, online_after_restart = :onlineAfterRestart,
                reason = CAST(:reason AS text), owner = CAST(:owner AS text), until = CAST(:until AS timestamptz),
            """ + CHANGED + """
               WHERE agent_id = :id AND control_version = :expected AND (SELECT g.served FROM guarded g)
                 AND""" + ControlGate.CLOSED + """

              RETURNING *)
            """ + AUDITED + POLICY_KEPT
            + "SELECT "
            + COLUMNS + " FROM written a")
    Optional<Agent> update(
            @BindMethods AgentControl control,
            @BindMethods FarmGuard guard,
            @Bind("expected") long expected,
            @Bind("who") String who,
            @Bind("action") String action);

    /** Ids of the guarded farms that no other host serves which operators let take sessions. */
    @SqlQuery("""
            SELECT f.farm FROM unnest(farms_left_alone(0, CAST(:guardedFarms AS text[]), CAST(:otherHosts AS text[])))
                   AS f(farm)
            """)
    List<String> leftAlone(@BindMethods FarmGuard guard);

    /**
     * Writes what a host says of itself; empty when the agent is not at the expected version any more.
     *
     * @param bar whether the host goes into maintenance, for the reason given
     */
    @SqlQuery(ControlGate.WITH_GATE + BEFORE + """
            , written AS (
              UPDATE agent SET
                hostname = coalesce(CAST(:hostname AS text), hostname),
                reported_hostname = CAST(:hostname AS text), reported_address = CAST(:address AS text),
                reported_port = CAST(:port AS integer), zone = CAST(:zone AS text),
                mode = CASE WHEN :bar THEN 'maintenance' ELSE mode END, quarantined = quarantined OR :bar,
                reason = CASE WHEN :bar THEN :reason ELSE reason END,
                owner = CASE WHEN :bar THEN NULL ELSE owner END,
                until = CASE WHEN :bar THEN NULL ELSE until END,
            """ + CHANGED + """
               WHERE agent_id = :id AND control_version = :expected AND""" + ControlGate.CLOSED + """

              RETURNING *)
            """ + AUDITED + "SELECT "
            + COLUMNS + " FROM written a")
    Optional<Agent> report(
            @Bind("id") String id,
            @Bind("expected") long expected,
            @BindMethods HostIdentity identity,
            @Bind("bar") boolean bar,
            @Bind("reason") String reason,
            @Bind("who") String who,
            @Bind("action") String action);

    /**
     * Brings hosts back online whose drain or maintenance is over, and forgets the restart that was to follow; a host
     * whose agent knows of it already comes back after it. Closes the gate only when there is one.
     */
    @SqlQuery("""
            WITH before AS MATERIALIZED (
              SELECT a.* FROM agent a
               WHERE a.until <= clock_timestamp() AND NOT a.quarantined
                 AND NOT EXISTS (SELECT 1 FROM restart r JOIN command c ON c.command_id = r.command_id
                                  WHERE r.agent_id = a.agent_id AND c.delivered_at IS NOT NULL))
            , gate AS MATERIALIZED (SELECT close_control_gate() FROM before LIMIT 1)
            , written AS (
              UPDATE agent a SET
                mode = 'online', reason = NULL, owner = NULL, until = NULL,
                restart_when_drained = false, online_after_restart = false,
            """ + CHANGED + """
                FROM before b, gate g
               WHERE a.agent_id = b.agent_id AND a.control_version = b.control_version
              RETURNING a.*)
            , audited AS (""" + AuditDao.INSERT + """
            'agent', w.agent_id, to_jsonb(b)\s""" + SHOWN + ", to_jsonb(w) " + SHOWN + """
             FROM written w JOIN before b USING (agent_id))
            SELECT\s""" + COLUMNS
            + " FROM written a")
    List<Agent> endDue(@Bind("who") String who, @Bind("action") String action);

    /**
     * Deletes an agent, with it its heartbeat and all leases on it.
     *
     * @return nothing when the agent is not at the expected version any more; else a row for each lease that was ended,
     *     or one without a lease
     */
    @SqlQuery(ControlGate.WITH_GATE + """
            , written AS (
              DELETE FROM agent WHERE agent_id = :id AND control_version = :expected AND""" + ControlGate.CLOSED + """

              RETURNING *)
            , ended AS MATERIALIZED (
              SELECT l.* FROM written w, gate g, LATERAL end_leases(g.close_control_gate, w.agent_id) l)
            , audited AS (""" + AuditDao.INSERT + """
            'agent', w.agent_id, to_jsonb(w)\s""" + SHOWN + """
            , NULL FROM written w)
            , kept AS (
              INSERT INTO agent_policy (owner_kind, owner_id, policy, who)
              SELECT 'agent', w.agent_id, NULL, :who FROM written w WHERE w.policy IS NOT NULL)
            SELECT l.person, l.domain, l.farm, l.resource, l.agent_id, l.rev, l.generation, l.granted_at, l.expires_at
              FROM written w LEFT JOIN ended l ON true
            """)
    List<Ended> delete(
            @Bind("id") String id,
            @Bind("expected") long expected,
            @Bind("who") String who,
            @Bind("action") String action);

    /** An agent, and when it enrolled. */
    record Listed(@Nested Agent agent, Instant listedAt) {}

    /** SHA-256 of an agent's token, in hexadecimal digits. */
    record TokenHash(String id, String hash) {}

    /** What a host last said of itself, and at which version. */
    record Known(String id, @Nested HostIdentity identity, long controlVersion) {}

    /** A lease that ended with its host, or none. */
    record Ended(
            @Nullable String person,
            @Nullable String domain,
            @Nullable String farm,
            @Nullable String resource,
            @Nullable String agentId,
            @Nullable Long rev,
            @Nullable Long generation,
            @Nullable Instant grantedAt,
            @Nullable Instant expiresAt) {

        Optional<Lease> lease() {
            return person == null
                    ? Optional.empty()
                    : Optional.of(new Lease(
                            person,
                            Objects.requireNonNull(domain),
                            Objects.requireNonNull(farm),
                            Objects.requireNonNull(resource),
                            Objects.requireNonNull(agentId),
                            Objects.requireNonNull(rev),
                            Objects.requireNonNull(generation),
                            Objects.requireNonNull(grantedAt),
                            Objects.requireNonNull(expiresAt)));
        }
    }
}
