package io.drover.collect;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.JsonArguments;
import io.drover.database.JsonColumnMappers;
import io.drover.fleet.AgentDao;
import io.drover.lease.ControlGate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterArgumentFactory;
import org.jdbi.v3.sqlobject.config.RegisterColumnMapperFactory;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The tables {@code collector} and {@code collected_host}: which instance scrapes which host, and what it is given. */
@RegisterArgumentFactory(JsonArguments.class)
@RegisterColumnMapperFactory(JsonColumnMappers.class)
@RegisterConstructorMapper(CollectorDao.Held.class)
public interface CollectorDao {

    /**
     * A host that an instance scrapes.
     *
     * @param agentId the agent that it is
     * @param settings what of the file the agent was given last
     */
    record Held(String name, String agentId, JsonNode settings) {}

    /**
     * Says that an instance lives, and takes for it those hosts that no living one has. Hosts that it has and does not
     * name are free again.
     *
     * @param names the hosts that it knows
     * @param seconds how long it is believed to live
     * @return the hosts that it has now
     */
    @SqlQuery("SELECT name, agent_id, settings FROM claim_hosts(:instance, :names, :seconds)")
    List<Held> claim(
            @Bind("instance") String instance,
            @Bind("names") Collection<String> names,
            @Bind("seconds") double seconds);

    /** Says that an instance scrapes no more. */
    @SqlUpdate("SELECT leave_hosts(:instance)")
    void leave(@Bind("instance") String instance);

    /** Those of the names that are no agents yet. */
    @SqlQuery("""
            SELECT n.name FROM unnest(CAST(:names AS text[])) AS n(name)
             WHERE NOT EXISTS (SELECT 1 FROM collected_host h WHERE h.name = n.name)
             ORDER BY n.name
            """)
    List<String> unknown(@Bind("names") Collection<String> names);

    /**
     * Makes a host an agent, unless it is one; nobody is told its token. It is scraped by whoever claims it.
     *
     * @return its id, when it is a new agent
     */
    @SqlQuery(ControlGate.WITH_GATE + """
            , before AS (SELECT a.* FROM agent a WHERE false)
            , written AS (
              INSERT INTO agent AS a (agent_id, machine_id, token_hash, hostname, address, port, tags, farm_ids)
              SELECT :id, :machineId, decode(:tokenHash, 'hex'), :name, :address, CAST(:port AS integer),
                     CAST(:tags AS jsonb), :farmIds
               WHERE""" + ControlGate.CLOSED + """

              ON CONFLICT DO NOTHING
              RETURNING *)
            , known AS (
              SELECT w.agent_id FROM written w
              UNION SELECT a.agent_id FROM agent a WHERE a.machine_id = :machineId)
            , listed AS (
              INSERT INTO collected_host (name, agent_id, settings)
              SELECT :name, k.agent_id, CAST(:settings AS jsonb) FROM known k
              ON CONFLICT DO NOTHING)
            """ + AgentDao.AUDITED + """
            SELECT w.agent_id FROM written w
            """)
    Optional<String> enrol(
            @Bind("id") String id,
            @Bind("machineId") String machineId,
            @Bind("tokenHash") String tokenHash,
            @Bind("name") String name,
            @Bind("address") String address,
            @Bind("port") @Nullable Integer port,
            @Bind("tags") JsonNode tags,
            @Bind("farmIds") List<String> farmIds,
            @Bind("settings") JsonNode settings,
            @Bind("who") String who,
            @Bind("action") String action);

    /** Notes what of the file an agent was given. */
    @SqlUpdate("UPDATE collected_host SET settings = CAST(:settings AS jsonb) WHERE name = :name")
    void given(@Bind("name") String name, @Bind("settings") JsonNode settings);
}
