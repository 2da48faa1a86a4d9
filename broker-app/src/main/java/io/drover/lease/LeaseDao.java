package io.drover.lease;

import io.drover.audit.AuditDao;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** Reads leases and ends them one by one. Placements are written by {@link LeaseWriter} alone. */
@RegisterConstructorMapper(Lease.class)
public interface LeaseDao {

    /** The database's clock, by which leases begin and end. */
    @SqlQuery("SELECT clock_timestamp()")
    Instant databaseTime();

    /** All leases that hold now, in no order. */
    @SqlQuery("""
            SELECT person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at
              FROM lease WHERE expires_at > clock_timestamp()
            """)
    List<Lease> current();

    /** The leases of a person that hold now, in every domain and farm, newest first. */
    @SqlQuery("""
            SELECT person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at
              FROM lease WHERE person = :person AND expires_at > clock_timestamp() ORDER BY rev DESC
            """)
    List<Lease> ofPerson(@Bind("person") String person);

    /**
     * A page of the leases that hold now, last written first.
     *
     * @param beforeRev the rev of the last lease of the page before; {@link Long#MAX_VALUE} for the first page
     * @param limit most leases of the page
     */
    @SqlQuery("""
            SELECT person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at
              FROM lease
             WHERE rev < :before_rev AND expires_at > clock_timestamp()
               AND (CAST(:person AS text) IS NULL OR person = :person)
               AND (CAST(:domain AS text) IS NULL OR domain = :domain)
               AND (CAST(:agentId AS text) IS NULL OR agent_id = :agentId)
               AND (CAST(:farm AS text) IS NULL OR farm = :farm)
             ORDER BY rev DESC LIMIT :limit
            """)
    List<Lease> list(@BindMethods LeaseFilter filter, @Bind("before_rev") long beforeRev, @Bind("limit") int limit);

    /**
     * Ends the lease of a key, under the person's lock, and writes the audit in the same statement; empty when there is
     * none.
     */
    default Optional<Lease> release(LeaseKey key, String who) {
        return release(PersonLock.of(key.person()), key, who, "release");
    }

    /** Like {@link #release(LeaseKey, String)}, with the lock made by the caller. */
    @SqlQuery("""
            WITH ended AS MATERIALIZED (
              SELECT person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at
                FROM delete_lease(:lock, :person, :domain, :farm, :resource))
            , audited AS (""" + AuditDao.INSERT + """
            'lease', :id, NULL, NULL FROM ended)
            SELECT person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at FROM ended
            """)
    Optional<Lease> release(
            @Bind("lock") long lock, @BindMethods LeaseKey key, @Bind("who") String who, @Bind("action") String action);

    /** Ends all leases on a host. Only in a transaction that has {@linkplain ControlGate closed the gate} before. */
    @SqlQuery("""
            DELETE FROM lease WHERE agent_id = :agent_id
            RETURNING person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at
            """)
    List<Lease> deleteOfAgent(@Bind("agent_id") String agentId);

    /** Removes up to {@code limit} leases that ended, waits for nobody, and says how many it removed. */
    @SqlQuery("SELECT sweep_leases(:limit)")
    int sweep(@Bind("limit") int limit);
}
