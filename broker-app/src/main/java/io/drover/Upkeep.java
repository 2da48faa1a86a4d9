package io.drover;

import io.drover.audit.AuditLog;
import io.drover.command.CommandDao;
import io.drover.command.CommandSweep;
import io.drover.command.Restarts;
import io.drover.decision.DecisionDao;
import io.drover.decision.DecisionSweep;
import io.drover.fleet.AgentService;
import io.drover.gateway.ConnectionSweep;
import io.drover.gateway.GatewayReports;
import io.drover.lease.LeaseDao;
import io.drover.lease.LeaseSweep;
import io.drover.policy.StoredRevisions;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;

/** What the service does every few seconds or minutes, whoever asks: clear what is over, and end what is due. */
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
        every(SWEEP_SECONDS, new LeaseSweep(jdbi.onDemand(LeaseDao.class)));
    }

    /** Decisions and the audit, each kept for its days. */
    void records(int decisionDays, AuditLog audit, int auditDays) {
        every(PARTITION_SECONDS, new DecisionSweep(jdbi.onDemand(DecisionDao.class), decisionDays));
        guarded(PARTITION_SECONDS, "keep the audit", () -> audit.keep(Duration.ofDays(auditDays)));
    }

    void commands(CommandDao commands) {
        guarded(DUE_SECONDS, "end commands", new CommandSweep(commands, KEEP_COMMANDS_DAYS));
    }

    void restarts(Restarts restarts) {
        guarded(RESTART_SECONDS, "restart drained hosts", restarts);
    }

    void agents(AgentService agents) {
        guarded(DUE_SECONDS, "bring hosts back online", agents::bringBackDue);
    }

    void revisions(StoredRevisions revisions) {
        every(SWEEP_SECONDS, revisions);
    }

    /** @param what completes the sentence "Could not ..." */
    void settle(String what, Runnable task) {
        guarded(SETTLE_SECONDS, what, task);
    }

    /** Not before every gateway had the time to speak to this instance. */
    void gateways(GatewayReports reports, Duration silence) {
        var unused = background.scheduleWithFixedDelay(
                new ConnectionSweep(
                        () -> jdbi.useHandle(handle -> handle.execute("SELECT 1")),
                        () -> reports.sweep(silence, KEEP_CONNECTIONS),
                        silence,
                        System::nanoTime),
                silence.toMillis(),
                silence.dividedBy(LOOKS_PER_SILENCE).toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void guarded(int seconds, String what, Runnable task) {
        every(seconds, new Guarded(what, task));
    }

    private void every(int seconds, Runnable task) {
        int first = Math.min(seconds, DUE_SECONDS);
        var unused = background.scheduleWithFixedDelay(task, first, seconds, TimeUnit.SECONDS);
    }
}
