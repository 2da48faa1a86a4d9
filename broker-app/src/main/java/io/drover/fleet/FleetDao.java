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

    String LEASE =
            "l.person, l.domain, l.farm, l.resource, l.agent_id, l.rev, l.generation, l.granted_at, l.expires_at";

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

    @SqlQuery("SELECT " + LEASE + " FROM lease l WHERE l.expires_at > clock_timestamp()")
    List<Lease> leases();

    @SqlQuery("SELECT " + LEASE + " FROM unnest(CAST(:revs AS bigint[])) AS r(rev) JOIN lease l ON l.rev = r.rev")
    List<Lease> leases(@Bind("revs") long[] revs);

    /** Everything, as it stood at one moment, but for heartbeats and leases that are known. */
    @Transaction(value = TransactionIsolationLevel.REPEATABLE_READ, readOnly = true)
    default FleetSnapshot snapshot(Known known) {
        if (!known.sure()) {
            List<Lease> all = leases();
            return snapshot(known, LeaseRevs.of(all), all);
        }
        LeaseRevs revs = LeaseRevs.of(leaseRevs());
        long[] unknown = revs.without(LeaseRevs.of(known.leases()));
        return snapshot(known, revs, unknown.length == 0 ? List.of() : leases(unknown));
    }

    private FleetSnapshot snapshot(Known known, LeaseRevs revs, List<Lease> leases) {
        return new FleetSnapshot(
                agents().all(),
                heartbeats().unknown(known.heartbeats()),
                farms().all(),
                resources().all(),
                revs,
                leases,
                connections().current());
    }
}
