package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.database.JsonArguments;
import io.drover.database.JsonColumnMappers;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.KeyColumn;
import org.jdbi.v3.sqlobject.config.RegisterArgumentFactory;
import org.jdbi.v3.sqlobject.config.RegisterColumnMapperFactory;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.config.ValueColumn;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

/** The table {@code heartbeat}: the last one of each agent. */
@RegisterArgumentFactory(JsonArguments.class)
@RegisterColumnMapperFactory(JsonColumnMappers.class)
@RegisterConstructorMapper(HeartbeatDao.Row.class)
public interface HeartbeatDao {

    String COLUMNS = """
            h.agent_id, h.boot_id, h.seq, h.received_at, h.health_score, h.cpu_percent, h.memory_used_percent,
            h.rdp_listener_ok, h.max_sessions, h.sessions, h.remote_apps, h.uptime_seconds
            """;

    @SqlQuery("SELECT " + COLUMNS + " FROM heartbeat h WHERE h.agent_id = ANY(:ids)")
    List<Row> rows(@Bind("ids") Collection<String> agentIds);

    /** When the last heartbeat of each agent was received, by its id. */
    @SqlQuery("SELECT h.agent_id, h.received_at FROM heartbeat h")
    @KeyColumn("agent_id")
    @ValueColumn("received_at")
    Map<String, Instant> times();

    /**
     * The heartbeats that are not known. They need not be newer: one that an agent sent long ago may have come late to
     * this instance.
     *
     * @param known by the agents' ids, when the last one that is known was received
     */
    default List<Heartbeat> unknown(Map<String, Instant> known) {
        return byIds(times().entrySet().stream()
                .filter(stored -> !stored.getValue().equals(known.get(stored.getKey())))
                .map(Map.Entry::getKey)
                .toList());
    }

    default List<Heartbeat> byIds(Collection<String> agentIds) {
        return rows(agentIds).stream().map(Row::heartbeat).toList();
    }

    /** What else the agent's last heartbeat said, for people. */
    @SqlQuery("SELECT h.report FROM heartbeat h WHERE h.agent_id = :id")
    Optional<JsonNode> report(@Bind("id") String agentId);

    /**
     * Keeps the newest of what is there and what is given, agent by agent, in the order of {@link HeartbeatOrder}.
     * Agents that do not exist are left out.
     *
     * @return ids of the agents whose heartbeat was written
     */
    @SqlQuery("""
            INSERT INTO heartbeat AS h (agent_id, boot_id, seq, received_at, health_score, cpu_percent,
                                        memory_used_percent, rdp_listener_ok, max_sessions, uptime_seconds, sessions,
                                        remote_apps, report)
            SELECT n.agent_id, n.boot_id, n.seq, CAST(n.received_at AS timestamptz), n.health_score, n.cpu_percent,
                   n.memory_used_percent, n.rdp_listener_ok, n.max_sessions, n.uptime_seconds,
                   CAST(n.sessions AS jsonb), CAST(n.remote_apps AS jsonb), CAST(n.report AS jsonb)
              FROM unnest(CAST(:agentIds AS text[]), CAST(:bootIds AS text[]), CAST(:seqs AS bigint[]),
                          CAST(:receivedAts AS text[]), CAST(:healthScores AS integer[]),
                          CAST(:cpuPercents AS double precision[]), CAST(:memoryUsedPercents AS double precision[]),
                          CAST(:rdpListenersOk AS boolean[]), CAST(:maxSessions AS integer[]),
                          CAST(:uptimesSeconds AS bigint[]), CAST(:sessions AS text[]), CAST(:remoteApps AS text[]),
                          CAST(:reports AS text[]))
                   AS n(agent_id, boot_id, seq, received_at, health_score, cpu_percent, memory_used_percent,
                        rdp_listener_ok, max_sessions, uptime_seconds, sessions, remote_apps, report)
              JOIN agent a ON a.agent_id = n.agent_id
             ORDER BY n.agent_id
            ON CONFLICT (agent_id) DO UPDATE SET
              boot_id = EXCLUDED.boot_id, seq = EXCLUDED.seq, received_at = EXCLUDED.received_at,
              health_score = EXCLUDED.health_score, cpu_percent = EXCLUDED.cpu_percent,
              memory_used_percent = EXCLUDED.memory_used_percent, rdp_listener_ok = EXCLUDED.rdp_listener_ok,
              max_sessions = EXCLUDED.max_sessions, uptime_seconds = EXCLUDED.uptime_seconds,
              sessions = EXCLUDED.sessions, remote_apps = EXCLUDED.remote_apps, report = EXCLUDED.report
             WHERE CASE
               WHEN h.boot_id IS NOT DISTINCT FROM EXCLUDED.boot_id AND h.seq IS NOT NULL AND EXCLUDED.seq IS NOT NULL
                 THEN EXCLUDED.seq > h.seq
                   OR EXCLUDED.boot_id IS NULL
                      AND EXCLUDED.uptime_seconds <= extract(epoch FROM EXCLUDED.received_at - h.received_at)
                   OR EXCLUDED.received_at > h.received_at + make_interval(secs => :silenceSeconds)
               ELSE EXCLUDED.received_at >= h.received_at END
            RETURNING h.agent_id
            """)
    List<String> write(@BindMethods HeartbeatBatch batch, @Bind("silenceSeconds") long silenceSeconds);

    /** A row of the table. */
    record Row(
            String agentId,
            @Nullable String bootId,
            @Nullable Long seq,
            Instant receivedAt,
            @Nullable Integer healthScore,
            @Nullable Double cpuPercent,
            @Nullable Double memoryUsedPercent,
            @Nullable Boolean rdpListenerOk,
            @Nullable Integer maxSessions,
            JsonNode sessions,
            JsonNode remoteApps,
            @Nullable Long uptimeSeconds) {

        Heartbeat heartbeat() {
            return new Heartbeat(
                    agentId,
                    bootId,
                    seq,
                    receivedAt,
                    healthScore,
                    cpuPercent,
                    memoryUsedPercent,
                    rdpListenerOk,
                    maxSessions,
                    HeartbeatJson.sessions(sessions),
                    HeartbeatJson.remoteApps(remoteApps),
                    uptimeSeconds);
        }
    }
}
