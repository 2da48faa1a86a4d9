package io.drover.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.audit.AuditDao;
import io.drover.database.JsonArguments;
import io.drover.database.JsonColumnMappers;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterArgumentFactory;
import org.jdbi.v3.sqlobject.config.RegisterColumnMapperFactory;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

/** The table {@code agent_policy}. The statements that change agents and farms write it too. */
@RegisterArgumentFactory(JsonArguments.class)
@RegisterColumnMapperFactory(JsonColumnMappers.class)
@RegisterConstructorMapper(AgentPolicyRevision.class)
public interface AgentPolicyDao {

    String COLUMNS = "p.revision::text AS revision, p.owner_kind, p.owner_id, p.policy, p.who, p.at\n";

    /** The newest revision of every owner. */
    @SqlQuery("SELECT DISTINCT ON (p.owner_kind, p.owner_id) " + COLUMNS + """
             FROM agent_policy p ORDER BY p.owner_kind, p.owner_id, p.revision DESC
            """)
    List<AgentPolicyRevision> newest();

    /** The newest revision of each of these owners that has one. */
    @SqlQuery("SELECT DISTINCT ON (p.owner_kind, p.owner_id) " + COLUMNS + """
             FROM agent_policy p WHERE p.owner_kind = :kind AND p.owner_id = ANY(:ids)
             ORDER BY p.owner_kind, p.owner_id, p.revision DESC
            """)
    List<AgentPolicyRevision> newest(@Bind("kind") String kind, @Bind("ids") Collection<String> ids);

    @SqlQuery("SELECT " + COLUMNS + " FROM agent_policy p WHERE p.revision = :revision")
    Optional<AgentPolicyRevision> find(@Bind("revision") long revision);

    /** Revisions below one, newest first. */
    @SqlQuery("SELECT " + COLUMNS + """
             FROM agent_policy p
             WHERE p.revision < :below AND (:kind = '' OR p.owner_kind = :kind) AND (:id = '' OR p.owner_id = :id)
             ORDER BY p.revision DESC LIMIT :limit
            """)
    List<AgentPolicyRevision> page(
            @Bind("kind") String kind, @Bind("id") String id, @Bind("below") long below, @Bind("limit") int limit);

    /** Sets the policy of agents that none nearer reaches, or takes it away. */
    @SqlQuery("""
            WITH before AS (
              SELECT b.policy FROM agent_policy b WHERE b.owner_kind = 'global' ORDER BY b.revision DESC LIMIT 1)
            , written AS (
              INSERT INTO agent_policy (owner_kind, owner_id, policy, who)
              VALUES ('global', '', CAST(:policy AS jsonb), :who)
              RETURNING *)
            , audited AS (""" + AuditDao.INSERT + """
            'agent_policy', 'global', (SELECT b.policy FROM before b), w.policy FROM written w)
            SELECT\s""" + COLUMNS + " FROM written p")
    AgentPolicyRevision setGlobal(
            @Bind("policy") @Nullable JsonNode policy, @Bind("who") String who, @Bind("action") String action);
}
