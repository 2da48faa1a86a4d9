package io.drover.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.control.Actor;
import io.drover.database.DatabaseExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AuditRetentionIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @RegisterExtension
    static final DatabaseExtension untouched = new DatabaseExtension();

    /** Of the lock time-outs, and short of what a statement may take at all. */
    private static final Duration LONGEST_STALL = Duration.ofMillis(1_500);

    private static final Duration RETENTION = Duration.ofDays(90);
    private static final int BATCH = 10_000;

    private final AuditDao dao = database.jdbi().onDemand(AuditDao.class);
    private final AuditLog audit = new AuditLog(dao);
    private final YearMonth now = YearMonth.now(ZoneOffset.UTC);
    private final YearMonth past = now.minusMonths(5);

    @BeforeEach
    void dropMonths() {
        execute("TRUNCATE audit");
        partitions().stream().filter(name -> !name.equals("audit_rest")).forEach(name -> execute("DROP TABLE " + name));
    }

    @Test
    void aNewDatabaseHasRoomForItsFirstMonth() {
        assertThat(untouched.query("SELECT relname FROM pg_class WHERE relname LIKE 'audit\\_2%' AND relkind = 'r'"))
                .containsExactlyInAnyOrder(partition(now), partition(now.plusMonths(1)));
    }

    @Test
    void monthsAreMadeAheadAndDroppedWhenTheyArePast() {
        addMonth(past);

        audit.keep(RETENTION);
        audit.keep(RETENTION);

        assertThat(partitions()).containsExactlyInAnyOrder(partition(now), partition(now.plusMonths(1)), "audit_rest");
        record();
        assertThat(count("audit_rest")).isZero();
    }

    @Test
    void whatTheDefaultPartitionHoldsOfPastMonthsGoes() {
        add(past, 1);
        add(now.minusMonths(1), 1);

        audit.keep(RETENTION);

        assertThat(strings("SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') FROM audit"))
                .containsExactly(now.minusMonths(1).toString());
    }

    @Test
    void muchOfItGoesBitByBit() {
        add(past, BATCH + 1);

        audit.keep(RETENTION);
        assertThat(count("audit")).isEqualTo(1);

        audit.keep(RETENTION);
        assertThat(count("audit")).isZero();
    }

    @Test
    void aMonthThatBeganInTheDefaultPartitionStaysThere() {
        add(now, 1);

        audit.keep(RETENTION);
        record();

        assertThat(partitions()).containsExactlyInAnyOrder(partition(now.plusMonths(1)), "audit_rest");
        assertThat(count("audit_rest")).isEqualTo(2);
    }

    @Test
    void nobodyElseMayDelete() {
        add(past, 1);
        audit.keep(RETENTION);
        add(past, 1);

        assertThatThrownBy(() -> execute("DELETE FROM audit")).hasMessageContaining("append-only");
        assertThatThrownBy(() -> database.jdbi().useTransaction(handle -> {
                    handle.execute("SELECT drop_audit_months('3650 days')");
                    handle.execute("DELETE FROM audit");
                }))
                .hasMessageContaining("append-only");
    }

    @Test
    void severalInstancesMayKeepAtOnce() {
        addMonth(past);
        List<CompletableFuture<Integer>> made = new ArrayList<>();
        List<CompletableFuture<List<String>>> dropped = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            made.add(CompletableFuture.supplyAsync(() -> dao.addMonths(1)));
            dropped.add(CompletableFuture.supplyAsync(() -> dao.dropMonths(90)));
        }
        made.forEach(CompletableFuture::join);
        dropped.forEach(CompletableFuture::join);

        audit.keep(RETENTION);

        assertThat(partitions()).containsExactlyInAnyOrder(partition(now), partition(now.plusMonths(1)), "audit_rest");
    }

    @Test
    void whoReadsForLongKeepsNobodyFromWriting() throws SQLException {
        audit.keep(RETENTION);
        addMonth(past);
        add(past, 1);

        Duration longest;
        try (Connection reader = database.dataSource().getConnection();
                Statement reading = reader.createStatement()) {
            reader.setAutoCommit(false);
            reading.execute("SELECT count(*) FROM audit");

            longest = longestRecordWhile(
                    () -> assertThatThrownBy(() -> audit.keep(RETENTION)).hasMessageContaining("lock timeout"));

            reader.rollback();
            reader.setAutoCommit(true);
        }

        assertThat(longest).isLessThan(LONGEST_STALL);
        assertThat(partitions()).contains(partition(past));
        audit.keep(RETENTION);
        assertThat(partitions()).doesNotContain(partition(past));
    }

    @Test
    void anEarlierBuildKeepsItLikewise() {
        addMonth(past);

        assertThat(strings("SELECT keep_months('audit', 1, make_interval(days => 90))"))
                .containsExactly(partition(past));
        assertThat(partitions()).contains(partition(now), partition(now.plusMonths(1)));
    }

    private Duration longestRecordWhile(Runnable task) {
        CompletableFuture<Void> running = CompletableFuture.runAsync(task);
        Duration longest = Duration.ZERO;
        do {
            long began = System.nanoTime();
            record();
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            longest = took.compareTo(longest) > 0 ? took : longest;
        } while (!running.isDone());
        running.join();
        return longest;
    }

    private void record() {
        audit.record(Actor.operator("alice"), "touch", "farm", "f1", null, null);
    }

    private static void add(YearMonth month, int entries) {
        execute("""
                INSERT INTO audit (at, who, action, object_kind, object_id)
                SELECT '%s-01T12:00Z', 'operator:alice', 'touch', 'farm', 'f1' FROM generate_series(1, %d)
                """.formatted(month, entries));
    }

    private static void addMonth(YearMonth month) {
        execute("CREATE TABLE %s PARTITION OF audit FOR VALUES FROM ('%s-01T00:00Z') TO ('%s-01T00:00Z')"
                .formatted(partition(month), month, month.plusMonths(1)));
    }

    private static String partition(YearMonth month) {
        return "audit_%d_%02d".formatted(month.getYear(), month.getMonthValue());
    }

    private static List<String> partitions() {
        return strings("SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
                + " JOIN pg_class p ON p.oid = i.inhparent WHERE p.relname = 'audit'");
    }

    private static long count(String table) {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM " + table)
                        .mapTo(long.class)
                        .one());
    }

    private static void execute(String sql) {
        database.jdbi().useHandle(handle -> handle.execute(sql));
    }

    private static List<String> strings(String sql) {
        return database.jdbi()
                .withHandle(
                        handle -> handle.createQuery(sql).mapTo(String.class).list());
    }
}
