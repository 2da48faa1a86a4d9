package io.drover.degraded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.audit.AuditDao;
import io.drover.audit.AuditFilter;
import io.drover.audit.AuditLog;
import io.drover.control.Cursor;
import io.drover.control.PageRequest;
import io.drover.database.DatabaseExtension;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OutageAuditIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final Instant NINE = Instant.parse("2026-03-02T09:00:00Z");

    private final AuditLog audit = new AuditLog(database.jdbi().onDemand(AuditDao.class));
    private final OutageAudit outages = new OutageAudit(audit, "node-1");

    @Test
    void whatCannotBeWrittenWaits() {
        outages.ended(outage(1));
        outages.ended(outage(2));
        database.execute("ALTER TABLE audit RENAME TO audit_elsewhere");

        assertThatThrownBy(outages::write).isInstanceOf(JdbiException.class);

        database.execute("ALTER TABLE audit_elsewhere RENAME TO audit");
        outages.write();
        outages.write();

        assertThat(audit.list(AuditFilter.ALL, new PageRequest(10, Cursor.START))
                        .items())
                .extracting(entry -> entry.objectId() + " "
                        + Objects.requireNonNull(entry.after()).path("kept"))
                .containsExactly("node-1 2", "node-1 1");
    }

    private static Outage outage(int kept) {
        return new Outage(
                NINE,
                NINE.plusSeconds(30),
                new DegradedCounts(9, kept, 1, 0, 0),
                List.of(new GivenUp("conflicting", "rds-1", "d7")));
    }
}
