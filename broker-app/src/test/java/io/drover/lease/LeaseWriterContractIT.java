package io.drover.lease;

import io.drover.database.DatabaseExtension;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Subject;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaseWriterContractIT extends LeaseStoreContract {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final ExecutorService completions = Executors.newSingleThreadExecutor();
    private final LeaseWriter writer = new LeaseWriter(
            () -> database.database().open("lease"), LeaseWriterSettings.defaults(), completions, () -> {});

    @BeforeEach
    void start() {
        LeaseTables.fill(database.jdbi(), "rds-1", "rds-2");
        writer.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        writer.stop();
        completions.shutdownNow();
    }

    @Override
    LeaseStore store() {
        return writer;
    }

    @Override
    void change(Check check) {
        run(
                "UPDATE %1$s SET control_version = " + check.controlVersion() + " WHERE %1$s_id = ?",
                check.subject(),
                check.id());
    }

    @Override
    void remove(Subject subject, String id) {
        run("DELETE FROM %1$s WHERE %1$s_id = ?", subject, id);
    }

    private static void run(String sql, Subject subject, String id) {
        String table = subject.name().toLowerCase(Locale.ROOT);
        database.jdbi().useHandle(handle -> handle.execute(sql.formatted(table), id));
    }

    @Override
    void letLeasesEnd() {
        database.jdbi().useHandle(handle -> handle.execute("UPDATE lease SET expires_at = clock_timestamp()"));
    }

    @Override
    List<Lease> current() {
        return database.jdbi().onDemand(LeaseDao.class).current();
    }
}
