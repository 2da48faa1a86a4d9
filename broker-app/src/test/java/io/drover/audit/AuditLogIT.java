package io.drover.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.control.Actor;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.database.DatabaseExtension;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AuditLogIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final AuditLog audit = new AuditLog(database.jdbi().onDemand(AuditDao.class));

    @BeforeEach
    void emptyTable() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE audit"));
    }

    @Test
    void entriesAreListedNewestFirstPageByPage() {
        for (int i = 0; i < 5; i++) {
            record("alice", "farm", "f" + i);
        }

        List<String> seen = new ArrayList<>();
        @Nullable String next = null;
        do {
            Cursor after = next == null ? Cursor.START : Cursor.of(next).orElseThrow();
            Page<AuditEntry> page = audit.list(AuditFilter.ALL, new PageRequest(2, after));
            page.items().forEach(entry -> seen.add(entry.objectId()));
            next = page.next();
        } while (next != null);

        assertThat(seen).containsExactly("f4", "f3", "f2", "f1", "f0");
    }

    @Test
    void aFilterIsAppliedBeforeTheLimit() {
        record("alice", "farm", "f1");
        record("bob", "farm", "f1");
        record("bob", "agent", "a1");
        PageRequest one = new PageRequest(1, Cursor.START);

        assertThat(audit.list(new AuditFilter("operator:alice", "", ""), one).items())
                .extracting(AuditEntry::objectId)
                .containsExactly("f1");
        assertThat(audit.list(new AuditFilter("operator:bob", "farm", ""), one).items())
                .extracting(AuditEntry::objectId)
                .containsExactly("f1");
        assertThat(audit.list(new AuditFilter("", "farm", "a1"), one).items()).isEmpty();
    }

    @Test
    void entriesCannotBeChanged() {
        record("alice", "farm", "f1");

        for (String sql : List.of("UPDATE audit SET who = 'x'", "DELETE FROM audit")) {
            assertThatThrownBy(() -> database.jdbi().useHandle(handle -> handle.execute(sql)))
                    .hasMessageContaining("append-only");
        }
    }

    @Test
    void monthsAreMadeAheadAndDroppedWhenTheyArePast() {
        YearMonth now = YearMonth.now(ZoneOffset.UTC);
        YearMonth past = now.minusMonths(5);
        database.jdbi()
                .useHandle(handle -> handle.execute(
                        "CREATE TABLE %s PARTITION OF audit FOR VALUES FROM ('%s-01T00:00Z') TO ('%s-01T00:00Z')"
                                .formatted(partition(past), past, past.plusMonths(1))));

        audit.keep(Duration.ofDays(90));
        audit.keep(Duration.ofDays(90));

        assertThat(partitions())
                .contains(partition(now), partition(now.plusMonths(1)), "audit_rest")
                .doesNotContain(partition(past));
        record("alice", "farm", "f1");
        long inTheDefaultPartition = database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM audit_rest")
                        .mapTo(long.class)
                        .one());
        assertThat(inTheDefaultPartition).isZero();
    }

    private void record(String who, String kind, String id) {
        audit.record(
                Actor.operator(who),
                "touch",
                kind,
                id,
                null,
                JsonNodeFactory.instance.objectNode().put("a", 1));
    }

    private static String partition(YearMonth month) {
        return "audit_%d_%02d".formatted(month.getYear(), month.getMonthValue());
    }

    private static List<String> partitions() {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery(
                                "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'audit'::regclass")
                        .mapTo(String.class)
                        .list());
    }
}
