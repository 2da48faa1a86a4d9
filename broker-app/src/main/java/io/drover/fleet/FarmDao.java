package io.drover.fleet;

import io.drover.audit.AuditDao;
import io.drover.database.JsonArguments;
import io.drover.database.JsonColumnMappers;
import io.drover.lease.ControlGate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.sqlobject.config.RegisterArgumentFactory;
import org.jdbi.v3.sqlobject.config.RegisterColumnMapperFactory;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** The table {@code farm}. Every change closes the control gate and is audited, in one statement. */
@RegisterArgumentFactory(JsonArguments.class)
@RegisterColumnMapperFactory(JsonColumnMappers.class)
@RegisterConstructorMapper(Farm.class)
@RegisterConstructorMapper(FarmDao.Listed.class)
public interface FarmDao {

    String COLUMNS = """
            f.farm_id AS id, f.name, f.description, f.enabled, f.agent_ids, f.required_tags, f.strategy, f.jitter,
            f.min_health_score, f.policy, f.control_version
            """;

    String AUDITED = ", audited AS (" + AuditDao.INSERT + """
            'farm', w.farm_id, (SELECT to_jsonb(b) FROM before b), to_jsonb(w) FROM written w)
            """;

    /** Keeps what the statement did to the farm's policy. */
    String POLICY_KEPT = """
            , kept AS (
              INSERT INTO agent_policy (owner_kind, owner_id, policy, who)
              SELECT 'farm', w.farm_id, w.policy, :who FROM written w LEFT JOIN before b ON b.farm_id = w.farm_id
               WHERE w.policy IS DISTINCT FROM b.policy)
            """;

    @SqlQuery("SELECT " + COLUMNS + " FROM farm f")
    List<Farm> all();

    @SqlQuery("SELECT " + COLUMNS + " FROM farm f WHERE f.farm_id = ANY(:ids)")
    List<Farm> byIds(@Bind("ids") Collection<String> ids);

    @SqlQuery("SELECT " + COLUMNS + " FROM farm f WHERE f.farm_id = :id")
    Optional<Farm> find(@Bind("id") String id);

    /** Farms made before a moment, newest first. */
    @SqlQuery("SELECT " + COLUMNS + """
            , f.created_at AS listed_at FROM farm f
             WHERE (f.created_at, f.farm_id) < (:at, :id)
             ORDER BY f.created_at DESC, f.farm_id DESC
             LIMIT :limit
            """)
    List<Listed> page(@Bind("at") Instant at, @Bind("id") String id, @Bind("limit") int limit);

    /** Adds a farm; empty when the id is taken. */
    @SqlQuery(ControlGate.WITH_GATE + """
            , before AS (SELECT f.* FROM farm f WHERE false)
            , written AS (
              INSERT INTO farm (farm_id, name, description, enabled, agent_ids, required_tags, strategy, jitter,
                                min_health_score, policy)
              SELECT :id, :name, :description, :enabled, :agentIds, CAST(:requiredTags AS jsonb), :strategy, :jitter,
                     CAST(:minHealthScore AS integer), CAST(:policy AS jsonb)
               WHERE""" + ControlGate.CLOSED + """

              ON CONFLICT (farm_id) DO NOTHING
              RETURNING *)
            """ + AUDITED + POLICY_KEPT + "SELECT " + COLUMNS
            + " FROM written f")
    Optional<Farm> insert(@BindMethods Farm farm, @Bind("who") String who, @Bind("action") String action);

    /** Replaces a farm; empty when it is not at the expected version any more. */
    @SqlQuery(ControlGate.WITH_GATE + """
            , before AS (SELECT f.* FROM farm f WHERE f.farm_id = :id AND f.control_version = :expected)
            , written AS (
              UPDATE farm SET
                name = :name, description = :description, enabled = :enabled, agent_ids = :agentIds,
                required_tags = CAST(:requiredTags AS jsonb), strategy = :strategy, jitter = :jitter,
                min_health_score = CAST(:minHealthScore AS integer), policy = CAST(:policy AS jsonb),
                control_version = nextval('control_version'), changed_at = clock_timestamp()
               WHERE farm_id = :id AND control_version = :expected AND""" + ControlGate.CLOSED + """

              RETURNING *)
            """ + AUDITED + POLICY_KEPT + "SELECT " + COLUMNS
            + " FROM written f")
    Optional<Farm> update(
            @BindMethods Farm farm,
            @Bind("expected") long expected,
            @Bind("who") String who,
            @Bind("action") String action);

    /** Deletes a farm; empty when it is not at the expected version any more, or is used and not forced. */
    @SqlQuery(ControlGate.WITH_GATE + """
            , used AS MATERIALIZED (SELECT farm_users(g.close_control_gate, :id) AS ids FROM gate g)
            , written AS (
              DELETE FROM farm
               WHERE farm_id = :id AND control_version = :expected
                 AND (SELECT :force OR u.ids = '{}' FROM used u)
              RETURNING *)
            , audited AS (""" + AuditDao.INSERT + """
            'farm', w.farm_id, to_jsonb(w), NULL FROM written w)
            , kept AS (
              INSERT INTO agent_policy (owner_kind, owner_id, policy, who)
              SELECT 'farm', w.farm_id, NULL, :who FROM written w WHERE w.policy IS NOT NULL)
            SELECT\s""" + COLUMNS + " FROM written f")
    Optional<Farm> delete(
            @Bind("id") String id,
            @Bind("expected") long expected,
            @Bind("force") boolean force,
            @Bind("who") String who,
            @Bind("action") String action);

    /** Ids of the enabled resources that a farm serves. */
    @SqlQuery("""
            SELECT r.resource_id FROM resource r WHERE r.enabled AND r.farm_id = :id ORDER BY r.resource_id
            """)
    List<String> usedBy(@Bind("id") String id);

    /** A farm, and when it was made. */
    record Listed(@Nested Farm farm, Instant listedAt) {}
}
