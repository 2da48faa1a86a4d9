package io.drover.lease;

import static io.drover.http.TestServer.OPERATOR;
import static io.drover.http.TestServer.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.database.DatabaseExtension;
import io.drover.http.HttpCalls.Answer;
import io.drover.http.TestServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaseResourceIT {

    private static final String LEASES = "/api/v1/leases";
    private static final List<Lease> released = new CopyOnWriteArrayList<>();

    @Order(1)
    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @Order(2)
    @RegisterExtension
    static final TestServer server = new TestServer(
            access -> List.of(new LeaseResource(database.jdbi().onDemand(LeaseDao.class), released::addAll)));

    @BeforeEach
    void someLeases() {
        released.clear();
        database.jdbi().useHandle(handle -> {
            handle.execute("TRUNCATE lease, audit");
            insert(handle, "alice", "corp", "office", "a1", "15 minutes");
            insert(handle, "bob", "", "office", "a1", "15 minutes");
            insert(handle, "carol", "", "", "a2", "15 minutes");
            insert(handle, "dave", "", "office", "a2", "-1 second");
        });
    }

    @Test
    void leasesThatHoldAreListedLastWrittenFirst() {
        assertThat(users("")).containsExactly("carol", "bob", "alice");
        assertThat(users("?user=ALICE")).containsExactly("alice");
        assertThat(users("?user=OTHER%5Calice")).containsExactly("alice");
        assertThat(users("?agent=a1")).containsExactly("bob", "alice");
        assertThat(users("?farm=office&agent=a1&user=bob")).containsExactly("bob");
    }

    @Test
    void filtersComeBeforeTheLimit() {
        Answer page = server.get(LEASES + "?agent=a1&limit=1", VIEWER);

        assertThat(page.body().path("items").get(0).path("user").asText()).isEqualTo("bob");
        assertThat(users("?agent=a1&limit=1&cursor=" + page.body().path("next").asText()))
                .containsExactly("alice");
    }

    @Test
    void aLeaseIsEndedOnce() {
        String id = server.get(LEASES + "?user=alice", VIEWER)
                .body()
                .path("items")
                .get(0)
                .path("id")
                .asText();

        assertThat(server.send("DELETE", LEASES + "/" + id, OPERATOR, "").status())
                .isEqualTo(204);
        assertThat(server.send("DELETE", LEASES + "/" + id, OPERATOR, "").status())
                .isEqualTo(404);
        assertThat(users("")).containsExactly("carol", "bob");
        assertThat(released).extracting(Lease::person).containsExactly("alice");
        assertThat(database.query("SELECT who || ' ' || action || ' ' || object_kind || ' ' || object_id FROM audit"))
                .containsExactly("operator:otto release lease " + id);
    }

    @Test
    void aLeaseDoesNotEndWhereTheAuditCannotBeWritten() {
        String id = new LeaseKey("alice", "corp", "office", "").id();
        database.execute("ALTER TABLE audit ADD CONSTRAINT full_disk CHECK (action <> 'release')");
        try {
            assertThat(server.send("DELETE", LEASES + "/" + id, OPERATOR, "").status())
                    .isEqualTo(500);
        } finally {
            database.execute("ALTER TABLE audit DROP CONSTRAINT full_disk");
        }

        assertThat(users("")).containsExactly("carol", "bob", "alice");
        assertThat(released).isEmpty();
    }

    @Test
    void wrongInputIsRefused() {
        assertThat(server.send("DELETE", LEASES + "/nonsense", OPERATOR, "").status())
                .isEqualTo(404);
        assertThat(server.send("DELETE", LEASES + "/AAAA", OPERATOR, "").status())
                .isEqualTo(404);
        assertThat(server.get(LEASES + "?user=CORP%5C", VIEWER).error()).startsWith("user: ");
        assertThat(server.get(LEASES + "?limit=0", VIEWER).status()).isEqualTo(400);
    }

    private static List<String> users(String query) {
        return server.get(LEASES + query, VIEWER).body().path("items").findValuesAsText("user");
    }

    private static void insert(Handle handle, String person, String domain, String farm, String agent, String holds) {
        handle.execute("""
                INSERT INTO lease (person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at)
                VALUES (?, ?, ?, '', ?, nextval('lease_rev'), 1, now(), now() + CAST(? AS interval))
                """, person, domain, farm, agent, holds);
    }
}
