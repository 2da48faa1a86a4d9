package io.drover.fleet;

import io.drover.catalog.ResourceDao;
import io.drover.connection.ConnectionDao;
import io.drover.lease.Lease;
import java.util.List;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jdbi.v3.sqlobject.CreateSqlObject;
import org.jdbi.v3.sqlobject.SingleValue;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.transaction.Transaction;

/** All tables of the fleet at once. */
@RegisterConstructorMapper(Lease.class)
public interface FleetDao {

    @CreateSqlObject
    AgentDao agents();

    @CreateSqlObject
    HeartbeatDao heartbeats();

    @CreateSqlObject
    FarmDao farms();

    @CreateSqlObject
    ResourceDao resources();

    @CreateSqlObject
    ConnectionDao connections();

    /** The revs of all leases that have not ended, as one value: a row each would be many times as much to read. */
    @SqlQuery("SELECT coalesce(array_agg(l.rev), '{}') FROM lease l WHERE l.expires_at > clock_timestamp()")
    @SingleValue
    long[] leaseRevs();

    @SqlQuery("""
            SELECT l.person, l.domain, l.farm, l.resource, l.agent_id, l.rev, l.generation, l.granted_at, l.expires_at
              FROM lease l WHERE l.expires_at > clock_timestamp()
            """)
    List<Lease> leases();

    @SqlQuery("""
            SELECT l.person, l.domain, l.farm, l.resource, l.agent_id, l.rev, l.generation, l.granted_at, l.expires_at
              FROM unnest(CAST(:revs AS bigint[])) AS r(rev) JOIN lease l ON l.rev = r.rev
            """)
    List<Lease> leases(@Bind("revs") long[] revs);

    private List<Lease> unknown(LeaseRevs revs, Known known) {
        long[] unknown = revs.without(LeaseRevs.of(known.leases()));
        return unknown.length == 0 ? List.of() : leases(unknown);
    }

    /** Everything, as it stood at one moment, but for heartbeats and leases that are known. */
    @Transaction(value = TransactionIsolationLevel.REPEATABLE_READ, readOnly = true)
    default FleetSnapshot snapshot(Known known) {
        List<Lease> all = known.sure() ? List.of() : leases();
        LeaseRevs revs = known.sure() ? LeaseRevs.of(leaseRevs()) : LeaseRevs.of(all);
        return new FleetSnapshot(
                agents().all(),
                heartbeats().unknown(known.heartbeats()),
                farms().all(),
                resources().all(),
                revs,
                known.sure() ? unknown(revs, known) : all,
                connections().current());
    }
}
