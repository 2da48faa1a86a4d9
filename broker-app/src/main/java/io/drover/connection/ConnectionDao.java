package io.drover.connection;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

/** The table {@code connection}. Each change is one statement of its own. */
@RegisterConstructorMapper(ConnectionDao.Row.class)
public interface ConnectionDao {

    /** What every statement about connections answers. */
    String ANSWER = """
            SELECT o_decision_id AS decision_id, o_node_id AS node_id, o_person AS person, o_domain AS domain,
                   o_agent_id AS agent_id, o_lease_rev AS lease_rev, o_state AS state, o_status AS status,
                   o_version AS version, o_changed_at AS changed_at, o_changed AS changed
            """;

    /** A connection as a row, and whether what was just done to it changed its state. */
    record Row(
            String decisionId,
            String nodeId,
            String person,
            String domain,
            String agentId,
            long leaseRev,
            String state,
            @Nullable Integer status,
            long version,
            Instant changedAt,
            boolean changed) {

        /** The connection as it is now. */
        public Connection connection() {
            return new Connection(
                    decisionId,
                    nodeId,
                    person,
                    domain,
                    agentId,
                    leaseRev,
                    Connection.State.valueOf(state.toUpperCase(Locale.ROOT)),
                    status,
                    version,
                    changedAt);
        }
    }

    /**
     * Takes reports of one kind, each about another placement.
     *
     * @param state {@code open}, {@code closed} or {@code failed}
     * @return every connection as it is now; one whose state does not lead to the reported one has stayed as it was
     */
    default List<Row> report(
            Connection.State state, @Nullable Integer status, String nodeId, Collection<PlacedUser> users) {
        return report(
                state.text(),
                status,
                nodeId,
                users.stream().map(PlacedUser::decisionId).toList(),
                users.stream().map(PlacedUser::person).toList(),
                users.stream().map(PlacedUser::domain).toList(),
                users.stream().map(PlacedUser::agentId).toList(),
                users.stream().map(PlacedUser::leaseRev).toList());
    }

    /** Like {@link #report(Connection.State, Integer, String, Collection)}, column by column. */
    @SqlQuery(ANSWER + """
              FROM report_connections(:state, :status, :node_id, CAST(:decision_id AS text[]), CAST(:person AS text[]),
                   CAST(:domain AS text[]), CAST(:agent_id AS text[]), CAST(:lease_rev AS bigint[]))
            """)
    List<Row> report(
            @Bind("state") String state,
            @Bind("status") @Nullable Integer status,
            @Bind("node_id") String nodeId,
            @Bind("decision_id") List<String> decisionIds,
            @Bind("person") List<String> persons,
            @Bind("domain") List<String> domains,
            @Bind("agent_id") List<String> agentIds,
            @Bind("lease_rev") List<Long> leaseRevs);

    /** A gateway's node still has these open. Answers those that are known, as they are now. */
    @SqlQuery(ANSWER + " FROM renew_connections(:node_id, CAST(:decision_id AS text[]))")
    List<Row> renew(@Bind("node_id") String nodeId, @Bind("decision_id") Collection<String> decisionIds);

    /** Marks as lost what no gateway renewed for so long, and answers it. */
    @SqlQuery(ANSWER + " FROM lose_connections(:silence_ms)")
    List<Row> lose(@Bind("silence_ms") long silenceMillis);

    /**
     * Forgets up to so many connections that ended so long ago, the oldest first, and says how many. Waits for nobody.
     */
    @SqlQuery("SELECT forget_connections(:keep_ms, :limit)")
    int forget(@Bind("keep_ms") long keepMillis, @Bind("limit") int limit);

    /** Connections by placement; those that are not known are left out. */
    @SqlQuery("""
            SELECT c.decision_id, c.node_id, c.person, c.domain, c.agent_id, c.lease_rev, c.state, c.status, c.version,
                   c.changed_at, false AS changed
              FROM connection c WHERE c.decision_id = ANY(:ids)
            """)
    List<Row> rows(@Bind("ids") Collection<String> decisionIds);

    /**
     * What is open, and what ended within so long. That what ended is not open is said as well: the indexes of both are
     * partial, and PostgreSQL uses one only where the query states its condition.
     */
    @SqlQuery("""
            SELECT c.decision_id, c.node_id, c.person, c.domain, c.agent_id, c.lease_rev, c.state, c.status, c.version,
                   c.changed_at, false AS changed
              FROM connection c
             WHERE c.state = 'open'
                OR c.state <> 'open'
                   AND c.changed_at > (SELECT clock_timestamp()) - :keep_ms * interval '1 millisecond'
            """)
    List<Row> recentRows(@Bind("keep_ms") long keepMillis);

    /** What matters to placements now: what is open, and what ended within {@link Connection#MATTERS}. */
    default List<Connection> current() {
        return recentRows(Connection.MATTERS.toMillis()).stream()
                .map(Row::connection)
                .toList();
    }

    /** Like {@link #rows}. */
    default List<Connection> byIds(Collection<String> decisionIds) {
        return rows(decisionIds).stream().map(Row::connection).toList();
    }
}
