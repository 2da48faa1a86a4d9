package io.drover.fleet;

import io.drover.catalog.ResourceDao;
import io.drover.connection.ConnectionDao;
import io.drover.lease.Lease;
import java.util.List;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jdbi.v3.sqlobject.CreateSqlObject;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
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

    @SqlQuery("""
            SELECT l.person, l.domain, l.farm, l.resource, l.agent_id, l.rev, l.generation, l.granted_at, l.expires_at
              FROM lease l WHERE l.expires_at > clock_timestamp()
            """)
    List<Lease> leases();

    /** Everything, as it stood at one moment, but for heartbeats that are known. */
    @Transaction(value = TransactionIsolationLevel.REPEATABLE_READ, readOnly = true)
    default FleetSnapshot snapshot(Known known) {
        return new FleetSnapshot(
                agents().all(),
                heartbeats().newerThan(known.heartbeats()),
                farms().all(),
                resources().all(),
                leases(),
                connections().current());
    }
}
