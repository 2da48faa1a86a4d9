package io.drover.decision;

import io.drover.connection.PlacedUser;
import io.drover.database.CopyRows;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.SqlObject;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.customizer.Define;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The tables {@code decision}, {@code verdict} and {@code decision_epoch}. */
@RegisterConstructorMapper(DecisionDao.DecisionRow.class)
@RegisterConstructorMapper(DecisionDao.VerdictRow.class)
@RegisterConstructorMapper(DecisionDao.SummaryRow.class)
@RegisterConstructorMapper(PlacedUser.class)
public interface DecisionDao extends SqlObject {

    /** A decision; {@code record} is JSON. */
    record DecisionRow(
            String decisionId,
            Instant at,
            String instance,
            String person,
            String domain,
            String outcome,
            String code,
            String agentId,
            String reason,
            String farmId,
            String resourceId,
            String revision,
            @Nullable Instant epoch,
            long fleetVersion,
            long decideUs,
            long commitUs,
            long totalUs,
            String record) {}

    /**
     * A verdict of an epoch; {@code verdict} is JSON, null when the host is gone. An {@code agent_id} that begins with
     * {@code farm/} or {@code resource/} stands for one of those.
     */
    record VerdictRow(
            String agentId, long version, @Nullable String verdict) {}

    /** The main columns of a decision; {@code excluded} is JSON. */
    record SummaryRow(
            String decisionId,
            Instant at,
            @Nullable String username,
            String person,
            String domain,
            String outcome,
            String code,
            String agentId,
            String reason,
            String farmId,
            String resourceId,
            String revision,
            long totalUs,
            @Nullable String excluded) {}

    /** Sees to it that there is a partition for each of these days. Answers how many were made. */
    @SqlQuery("SELECT add_decision_days(:first, :last)")
    int addDays(@Bind("first") LocalDate first, @Bind("last") LocalDate last);

    /** Sees to it that there is a partition for yesterday, today and so many days to come, by the database's clock. */
    @SqlQuery("""
            SELECT add_decision_days(d - 1, d + :ahead) FROM CAST(clock_timestamp() AT TIME ZONE 'UTC' AS date) AS d
            """)
    int addDaysAhead(@Bind("ahead") int ahead);

    /** Drops whole days that are older than this many days. Answers how many partitions were dropped. */
    @SqlQuery("SELECT drop_decision_days(:keep_days)")
    int dropDays(@Bind("keep_days") int keepDays);

    /** Begins an epoch. Answers 0 when another one began at the same microsecond. */
    @SqlUpdate("""
            INSERT INTO decision_epoch (epoch, instance, revision, rules)
            VALUES (:epoch, :instance, :revision, CAST(:rules AS json)) ON CONFLICT DO NOTHING
            """)
    int begin(
            @Bind("epoch") Instant epoch,
            @Bind("instance") String instance,
            @Bind("revision") String revision,
            @Bind("rules") String rules);

    /** Adds verdicts of an epoch, none of which is there; else it fails with SQLSTATE 23505, and adds none. */
    default void copyVerdicts(Instant epoch, List<VerdictRow> rows) throws SQLException {
        CopyRows copy = new CopyRows();
        for (VerdictRow row : rows) {
            copy.add(epoch)
                    .add(row.agentId())
                    .add(row.version())
                    .add(row.verdict())
                    .end();
        }
        copy.send(getHandle().getConnection(), "verdict (epoch, agent_id, version, verdict)");
    }

    /** Adds decisions, none of which is there; else it fails with SQLSTATE 23505, and adds none. */
    default void copyDecisions(List<DecisionRow> rows) throws SQLException {
        CopyRows copy = new CopyRows();
        for (DecisionRow row : rows) {
            copy.add(row.decisionId())
                    .add(row.at())
                    .add(row.instance())
                    .add(row.person())
                    .add(row.domain())
                    .add(row.outcome())
                    .add(row.code())
                    .add(row.agentId())
                    .add(row.reason())
                    .add(row.farmId())
                    .add(row.resourceId())
                    .add(row.revision())
                    .add(row.epoch())
                    .add(row.fleetVersion())
                    .add(row.decideUs())
                    .add(row.commitUs())
                    .add(row.totalUs())
                    .add(row.record())
                    .end();
        }
        copy.send(getHandle().getConnection(), """
                decision (decision_id, at, instance, person, domain, outcome, code, agent_id, reason, farm_id,
                          resource_id, revision, epoch, fleet_version, decide_us, commit_us, total_us, record)
                """);
    }

    /** Adds verdicts of an epoch; those that are there already stay. */
    default void addVerdicts(Instant epoch, List<VerdictRow> rows) {
        addVerdicts(
                epoch,
                rows.stream().map(VerdictRow::agentId).toList(),
                rows.stream().map(VerdictRow::version).toList(),
                rows.stream().map(VerdictRow::verdict).toList());
    }

    /** Like {@link #addVerdicts(Instant, List)}, column by column. */
    @SqlUpdate("""
            INSERT INTO verdict (epoch, agent_id, version, verdict)
            SELECT :epoch, r.agent_id, r.version, CAST(r.verdict AS json)
              FROM unnest(CAST(:agent_id AS text[]), CAST(:version AS bigint[]), CAST(:verdict AS text[]))
                   AS r(agent_id, version, verdict)
            ON CONFLICT DO NOTHING
            """)
    void addVerdicts(
            @Bind("epoch") Instant epoch,
            @Bind("agent_id") List<String> agentId,
            @Bind("version") List<Long> version,
            @Bind("verdict") List<@Nullable String> verdict);

    /** Adds decisions, those that are there already stay. */
    @SqlUpdate("""
            INSERT INTO decision (decision_id, at, instance, person, domain, outcome, code, agent_id, reason, farm_id,
                   resource_id, revision, epoch, fleet_version, decide_us, commit_us, total_us, record)
            SELECT r.decision_id, CAST(r.at AS timestamptz), r.instance, r.person, r.domain, r.outcome, r.code,
                   r.agent_id, r.reason, r.farm_id, r.resource_id, r.revision, CAST(r.epoch AS timestamptz),
                   r.fleet_version, r.decide_us, r.commit_us, r.total_us, CAST(r.record AS json)
              FROM unnest(CAST(:decisionId AS text[]), CAST(:at AS text[]), CAST(:instance AS text[]),
                          CAST(:person AS text[]), CAST(:domain AS text[]), CAST(:outcome AS text[]),
                          CAST(:code AS text[]), CAST(:agentId AS text[]), CAST(:reason AS text[]),
                          CAST(:farmId AS text[]), CAST(:resourceId AS text[]), CAST(:revision AS text[]),
                          CAST(:epoch AS text[]), CAST(:fleetVersion AS bigint[]), CAST(:decideUs AS bigint[]),
                          CAST(:commitUs AS bigint[]), CAST(:totalUs AS bigint[]), CAST(:record AS text[]))
                   AS r(decision_id, at, instance, person, domain, outcome, code, agent_id, reason, farm_id,
                        resource_id, revision, epoch, fleet_version, decide_us, commit_us, total_us, record)
            ON CONFLICT DO NOTHING
            """)
    void addDecisions(@BindMethods DecisionColumns columns);

    /** The decision with that id. */
    @SqlQuery("""
            SELECT decision_id, at, instance, person, domain, outcome, code, agent_id, reason, farm_id, resource_id,
                   revision, epoch, fleet_version, decide_us, commit_us, total_us, CAST(record AS text) AS record
              FROM decision WHERE decision_id = :id ORDER BY at DESC LIMIT 1
            """)
    Optional<DecisionRow> find(@Bind("id") String id);

    /** Whom these decisions sent where; those that placed nobody are left out. */
    @SqlQuery("""
            SELECT decision_id, person, domain, agent_id, COALESCE(CAST(record ->> 'lease_rev' AS bigint), 0) AS lease_rev
              FROM decision WHERE decision_id = ANY(:ids) AND outcome = 'placed'
            """)
    List<PlacedUser> placed(@Bind("ids") Collection<String> ids);

    /** The rules of an epoch, as JSON. */
    @SqlQuery("SELECT CAST(rules AS text) FROM decision_epoch WHERE epoch = :epoch")
    Optional<String> rules(@Bind("epoch") Instant epoch);

    /** Each host's verdict, farm and resource as of that version, by id; what was gone is left out. */
    @SqlQuery("""
            WITH RECURSIVE host (agent_id) AS (
              (SELECT v.agent_id FROM verdict v WHERE v.epoch = :epoch ORDER BY v.agent_id LIMIT 1)
              UNION ALL
              SELECT (SELECT v.agent_id FROM verdict v
                       WHERE v.epoch = :epoch AND v.agent_id > h.agent_id ORDER BY v.agent_id LIMIT 1)
                FROM host h WHERE h.agent_id IS NOT NULL
            )
            SELECT h.agent_id, last.version, CAST(last.verdict AS text) AS verdict
              FROM host h
             CROSS JOIN LATERAL (SELECT v.version, v.verdict FROM verdict v
                                  WHERE v.epoch = :epoch AND v.agent_id = h.agent_id AND v.version <= :version
                                  ORDER BY v.version DESC LIMIT 1) AS last
             WHERE last.verdict IS NOT NULL
             ORDER BY h.agent_id
            """)
    List<VerdictRow> verdicts(@Bind("epoch") Instant epoch, @Bind("version") long version);

    /**
     * A page of what decisions of an epoch were made on, by id and version: the last of each id as of the version
     * {@code from}, and every later one up to {@code to}.
     */
    @SqlQuery("""
            SELECT v.agent_id, v.version, CAST(v.verdict AS text) AS verdict
              FROM verdict v
             WHERE v.epoch = :epoch AND v.version <= :to AND (v.agent_id, v.version) > (:after_id, :after_version)
               AND (v.version > :from
                    OR v.version = (SELECT max(b.version) FROM verdict b
                                     WHERE b.epoch = :epoch AND b.agent_id = v.agent_id AND b.version <= :from))
             ORDER BY v.agent_id, v.version LIMIT :limit
            """)
    List<VerdictRow> facts(
            @Bind("epoch") Instant epoch,
            @Bind("from") long from,
            @Bind("to") long to,
            @Bind("after_id") String afterId,
            @Bind("after_version") long afterVersion,
            @Bind("limit") int limit);

    /** A page of whole decisions, newest first. */
    @SqlQuery("""
            SELECT decision_id, at, instance, person, domain, outcome, code, agent_id, reason, farm_id, resource_id,
                   revision, epoch, fleet_version, decide_us, commit_us, total_us, CAST(record AS text) AS record
              FROM decision
             WHERE at >= :since AND (at, decision_id) < (:before_at, :before_id)
             ORDER BY at DESC, decision_id DESC LIMIT :limit
            """)
    List<DecisionRow> records(
            @Bind("since") Instant since,
            @Bind("before_at") Instant beforeAt,
            @Bind("before_id") String beforeId,
            @Bind("limit") int limit);

    /** The domains under which a person asked. */
    @SqlQuery("SELECT DISTINCT domain FROM decision WHERE person = :person")
    List<String> domains(@Bind("person") String person);

    /**
     * A page of decisions, newest first.
     *
     * @param filter conditions from {@link DecisionQuery#conditions}
     */
    @SqlQuery("""
            SELECT d.decision_id, d.at, d.record -> 'request' ->> 'username' AS username, d.person, d.domain, d.outcome, d.code,
                   d.agent_id, d.reason, d.farm_id, d.resource_id, d.revision, d.total_us,
                   CAST(d.record -> 'decided' -> 'excluded' AS text) AS excluded
              FROM decision d
             WHERE d.at >= :since AND (d.at, d.decision_id) \\< (:beforeAt, :beforeId) <filter>
             ORDER BY d.at DESC, d.decision_id DESC LIMIT :limit
            """)
    List<SummaryRow> list(@Define("filter") String filter, @BindMethods DecisionQuery query);
}
