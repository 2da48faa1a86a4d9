package io.drover;

import io.drover.audit.AuditLog;
import io.drover.command.CommandDao;
import io.drover.command.CommandSweep;
import io.drover.command.Restarts;
import io.drover.database.Clearing;
import io.drover.decision.DecisionDao;
import io.drover.decision.DecisionSweep;
import io.drover.fleet.AgentService;
import io.drover.fleet.DatabaseClock;
import io.drover.gateway.ConnectionSweep;
import io.drover.gateway.GatewayReports;
import io.drover.lease.LeaseDao;
import io.drover.lease.StorageUnavailableException;
import io.drover.policy.StoredRevisions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * What the service does every few seconds or minutes, whoever asks: clear what is over, and end what is due. Each task
 * is {@link Guarded}, so none has to be.
 */
final class Upkeep {

    private static final int RESTART_SECONDS = 2;
    private static final int SETTLE_SECONDS = 1;
    private static final int DUE_SECONDS = 5;
    private static final int SWEEP_SECONDS = 20;
    private static final int PARTITION_SECONDS = 600;
    private static final int KEEP_COMMANDS_DAYS = 7;

    /** A report that comes later is about a connection that nobody remembers. */
    private static final Duration KEEP_CONNECTIONS = Duration.ofHours(1);

    private static final int LOOKS_PER_SILENCE = 9;

    private final ScheduledExecutorService background;
    private final Jdbi jdbi;

    /** @param background runs it all, and is shut down by whoever made it */
    Upkeep(ScheduledExecutorService background, Jdbi jdbi) {
        this.background = background;
        this.jdbi = jdbi;
    }

    void leases() {
        Clearing clearing = new Clearing();
        LeaseDao leases = jdbi.onDemand(LeaseDao.class);
        every(SWEEP_SECONDS, "remove leases that ended", () -> clearing.run(leases::sweep));
    }

    /** Decisions and the audit, each kept for its days. */
    void records(int decisionDays, AuditLog audit, int auditDays) {
        DecisionSweep decisions = new DecisionSweep(jdbi.onDemand(DecisionDao.class), decisionDays);
        every(PARTITION_SECONDS, "keep the record of decisions", decisions);
        every(PARTITION_SECONDS, "keep the audit", () -> audit.keep(Duration.ofDays(auditDays)));
    }

    void commands(CommandDao commands) {
        every(DUE_SECONDS, "end commands", new CommandSweep(commands, KEEP_COMMANDS_DAYS));
    }

    void restarts(Restarts restarts) {
        every(RESTART_SECONDS, "restart drained hosts", restarts);
    }

    void agents(AgentService agents) {
        every(DUE_SECONDS, "bring hosts back online", agents::bringBackDue);
    }

    void revisions(StoredRevisions revisions) {
        every(SWEEP_SECONDS, "keep the revisions of the rules", revisions);
    }

    /** @param what completes the sentence "Could not ..." */
    void settle(String what, Runnable task) {
        every(SETTLE_SECONDS, what, task);
    }

    /** Not before every gateway had the time to speak to this instance. */
    ConnectionSweep gateways(GatewayReports reports, Duration silence, DatabaseClock clock) {
        ConnectionSweep sweep = new ConnectionSweep(
                () -> measure(clock), () -> reports.sweep(silence, KEEP_CONNECTIONS), silence, System::nanoTime);
        every(silence, silence.dividedBy(LOOKS_PER_SILENCE), "end connections of silent gateways", sweep);
        return sweep;
    }

    private void measure(DatabaseClock clock) {
        try (Handle handle = jdbi.open()) {
            clock.measure(handle.getConnection());
        } catch (SQLException e) {
            throw new StorageUnavailableException("the database does not say its time", e);
        }
    }

    private void every(int seconds, String what, Runnable task) {
        every(Duration.ofSeconds(Math.min(seconds, DUE_SECONDS)), Duration.ofSeconds(seconds), what, task);
    }

    private void every(Duration first, Duration pause, String what, Runnable task) {
        var unused = background.scheduleWithFixedDelay(
                new Guarded(what, task), first.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }
}
