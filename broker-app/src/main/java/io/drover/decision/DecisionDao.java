package io.drover.decision;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.customizer.Define;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The tables {@code decision}, {@code verdict} and {@code decision_epoch}. Rows travel as JSON. */
@RegisterConstructorMapper(DecisionDao.VerdictRow.class)
@RegisterConstructorMapper(DecisionDao.SummaryRow.class)
public interface DecisionDao {

    /** A verdict as stored; {@code verdict} is JSON. */
    record VerdictRow(String agentId, String verdict) {}

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
            VALUES (:epoch, :instance, :revision, CAST(:rules AS jsonb)) ON CONFLICT DO NOTHING
            """)
    int begin(
            @Bind("epoch") Instant epoch,
            @Bind("instance") String instance,
            @Bind("revision") String revision,
            @Bind("rules") String rules);

    /** Adds verdicts of an epoch; those that are there already stay. */
    @SqlUpdate("""
            INSERT INTO verdict (epoch, agent_id, version, verdict)
            SELECT :epoch, r.agent_id, r.version, r.verdict
              FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS r(agent_id text, version bigint, verdict jsonb)
            ON CONFLICT DO NOTHING
            """)
    void addVerdicts(@Bind("epoch") Instant epoch, @Bind("rows") String rows);

    /** Adds decisions; those that are there already stay. */
    @SqlUpdate("""
            INSERT INTO decision (decision_id, at, instance, person, domain, outcome, code, detail, agent_id, reason,
                   farm_id, resource_id, revision, seed, epoch, fleet_version, tries, decide_us, commit_us, total_us,
                   score, placed_domain, lease_rev, lease_expires, excluded, request, question, farm, resource,
                   settings, said, rules)
            SELECT r.decision_id, r.at, r.instance, r.person, r.domain, r.outcome, r.code, r.detail, r.agent_id, r.reason,
                   r.farm_id, r.resource_id, r.revision, r.seed, r.epoch, r.fleet_version, r.tries, r.decide_us,
                   r.commit_us, r.total_us, r.score, r.placed_domain, r.lease_rev, r.lease_expires, r.excluded,
                   r.request, r.question, r.farm, r.resource, r.settings, r.said, r.rules
              FROM jsonb_populate_recordset(CAST(NULL AS decision), CAST(:rows AS jsonb)) AS r
            ON CONFLICT DO NOTHING
            """)
    void addDecisions(@Bind("rows") String rows);

    /** The row of a decision, as JSON. */
    @SqlQuery("SELECT CAST(to_jsonb(d) AS text) FROM decision d WHERE decision_id = :id ORDER BY at DESC LIMIT 1")
    Optional<String> find(@Bind("id") String id);

    /** The rules of an epoch, as JSON. */
    @SqlQuery("SELECT CAST(rules AS text) FROM decision_epoch WHERE epoch = :epoch")
    Optional<String> rules(@Bind("epoch") Instant epoch);

    /** Each host's verdict as of that version, by agent id; hosts that were gone are left out. */
    @SqlQuery("""
            WITH RECURSIVE host (agent_id) AS (
              (SELECT v.agent_id FROM verdict v WHERE v.epoch = :epoch ORDER BY v.agent_id LIMIT 1)
              UNION ALL
              SELECT (SELECT v.agent_id FROM verdict v
                       WHERE v.epoch = :epoch AND v.agent_id > h.agent_id ORDER BY v.agent_id LIMIT 1)
                FROM host h WHERE h.agent_id IS NOT NULL
            )
            SELECT h.agent_id, CAST(last.verdict AS text) AS verdict
              FROM host h
             CROSS JOIN LATERAL (SELECT v.verdict FROM verdict v
                                  WHERE v.epoch = :epoch AND v.agent_id = h.agent_id AND v.version <= :version
                                  ORDER BY v.version DESC LIMIT 1) AS last
             WHERE last.verdict IS NOT NULL
             ORDER BY h.agent_id
            """)
    List<VerdictRow> verdicts(@Bind("epoch") Instant epoch, @Bind("version") long version);

    /** The domains under which a person asked. */
    @SqlQuery("SELECT DISTINCT domain FROM decision WHERE person = :person")
    List<String> domains(@Bind("person") String person);

    /**
     * A page of decisions, newest first.
     *
     * @param filter conditions from {@link DecisionQuery#conditions}
     */
    @SqlQuery("""
            SELECT d.decision_id, d.at, d.request ->> 'username' AS username, d.person, d.domain, d.outcome, d.code,
                   d.agent_id, d.reason, d.farm_id, d.resource_id, d.revision, d.total_us,
                   CAST(d.excluded AS text) AS excluded
              FROM decision d
             WHERE d.at >= :since AND (d.at, d.decision_id) \\< (:beforeAt, :beforeId) <filter>
             ORDER BY d.at DESC, d.decision_id DESC LIMIT :limit
            """)
    List<SummaryRow> list(@Define("filter") String filter, @BindMethods DecisionQuery query);
}
