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
import org.jdbi.v3.sqlobject.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** The tables {@code collector} and {@code collected_host}: which instance scrapes which host, and what it is given. */
@RegisterArgumentFactory(JsonArguments.class)
@RegisterColumnMapperFactory(JsonColumnMappers.class)
@RegisterConstructorMapper(CollectorDao.Held.class)
public interface CollectorDao {

    /** Names the advisory lock under which hosts are shared out. */
    long LOCK = 0x64726F_636F6CL;

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
    @Transaction
    default List<Held> claim(String instance, Collection<String> names, double seconds) {
        var unused = lock(LOCK);
        live(instance, seconds);
        release(instance, names);
        take(instance, names);
        return held(instance, names);
    }

    /** Says that an instance scrapes no more. */
    @Transaction
    default void leave(String instance) {
        var unused = lock(LOCK);
        release(instance, List.of());
        forget(instance);
    }

    @SqlQuery("SELECT 1 FROM pg_advisory_xact_lock(:lock)")
    int lock(@Bind("lock") long lock);

    @SqlUpdate("""
            WITH gone AS (DELETE FROM collector WHERE alive_until < clock_timestamp() - interval '1 day')
            INSERT INTO collector AS c (instance, alive_until)
            VALUES (:instance, clock_timestamp() + make_interval(secs => :seconds))
            ON CONFLICT (instance) DO UPDATE SET alive_until = EXCLUDED.alive_until
            """)
    void live(@Bind("instance") String instance, @Bind("seconds") double seconds);

    @SqlUpdate("""
            UPDATE collected_host SET held_by = NULL WHERE held_by = :instance AND NOT name = ANY(:names)
            """)
    void release(@Bind("instance") String instance, @Bind("names") Collection<String> names);

    @SqlUpdate("""
            UPDATE collected_host h SET held_by = :instance
             WHERE h.name = ANY(:names) AND h.held_by IS DISTINCT FROM :instance
               AND NOT EXISTS (SELECT 1 FROM collector c
                                WHERE c.instance = h.held_by AND c.alive_until > clock_timestamp())
            """)
    void take(@Bind("instance") String instance, @Bind("names") Collection<String> names);

    @SqlQuery("""
            SELECT h.name, h.agent_id, h.settings FROM collected_host h
             WHERE h.held_by = :instance AND h.name = ANY(:names)
            """)
    List<Held> held(@Bind("instance") String instance, @Bind("names") Collection<String> names);

    @SqlUpdate("DELETE FROM collector WHERE instance = :instance")
    void forget(@Bind("instance") String instance);

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
