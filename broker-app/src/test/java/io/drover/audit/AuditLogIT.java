package io.drover.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.control.Actor;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.database.DatabaseExtension;
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

    private void record(String who, String kind, String id) {
        audit.record(
                Actor.operator(who),
                "touch",
                kind,
                id,
                null,
                JsonNodeFactory.instance.objectNode().put("a", 1));
    }
}
