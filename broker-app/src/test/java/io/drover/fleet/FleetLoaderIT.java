package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.catalog.Resource;
import io.drover.database.DatabaseExtension;
import io.drover.lease.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FleetLoaderIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final FleetLoader loader = new FleetLoader(database.jdbi().onDemand(FleetDao.class));

    @BeforeEach
    void oneOfEach() {
        database.jdbi().useHandle(handle -> {
            handle.execute("TRUNCATE agent, heartbeat, farm, resource, lease");
            insertAgent(handle, "a1");
            handle.execute("INSERT INTO heartbeat (agent_id, received_at) VALUES ('a1', '2026-03-02T09:00:00Z')");
            handle.execute("INSERT INTO farm (farm_id, name) VALUES ('office', 'Office')");
            handle.execute("INSERT INTO resource (resource_id, name, kind) VALUES ('desk', 'Desk', 'desktop')");
            handle.execute("""
                    INSERT INTO lease VALUES
                      ('alice', 'corp', 'office', '', 'a1', 5, 2, '2026-03-02T09:00:00.123456Z', '2999-01-01T00:00:00Z'),
                      ('bob', '', 'office', '', 'a1', 6, 1, '2026-03-02T09:00:00Z', '2026-03-02T09:15:00Z')
                    """);
        });
    }

    @Test
    void aSnapshotHoldsEverythingButLeasesThatEnded() {
        FleetSnapshot snapshot = loader.load(Known.NOTHING);

        assertThat(snapshot.agents()).extracting(Agent::id).containsExactly("a1");
        assertThat(snapshot.heartbeats()).extracting(Heartbeat::agentId).containsExactly("a1");
        assertThat(snapshot.farms()).extracting(Farm::id).containsExactly("office");
        assertThat(snapshot.resources()).extracting(Resource::id).containsExactly("desk");
        assertThat(snapshot.leases())
                .containsExactly(new Lease(
                        "alice",
                        "corp",
                        "office",
                        "",
                        "a1",
                        5,
                        2,
                        Instant.parse("2026-03-02T09:00:00.123456Z"),
                        Instant.parse("2999-01-01T00:00:00Z")));
    }

    @Test
    void aHeartbeatThatIsKnownIsNotReadAgain() {
        Instant received = Instant.parse("2026-03-02T09:00:00Z");
        assertThat(loader.load(knowing(received)).heartbeats()).isEmpty();
        assertThat(loader.load(knowing(received.plusSeconds(1))).heartbeats()).hasSize(1);
        assertThat(loader.load(knowing(received.minusNanos(1_000))).heartbeats())
                .extracting(Heartbeat::receivedAt)
                .containsExactly(received);
    }

    @Test
    void ofAKnownLeaseOnlyThatItIsThereIsRead() {
        Lease alices = loader.load(Known.NOTHING).leases().get(0);
        database.jdbi().useHandle(handle -> handle.execute("""
                INSERT INTO lease VALUES
                  ('carol', '', 'office', '', 'a1', 7, 1, '2026-03-02T09:00:00Z', '2999-01-01T00:00:00Z')"""));
        Lease gone = new Lease("dave", "", "office", "", "a1", 4, 1, alices.grantedAt(), alices.expiresAt());

        FleetSnapshot snapshot = loader.load(knowing(true, gone, alices));

        assertThat(snapshot.leases()).extracting(Lease::person).containsExactly("carol");
        assertThat(LongStream.of(4, 5, 6, 7).filter(snapshot.leaseRevs()::contains))
                .containsExactly(5L, 7L);
    }

    @Test
    void allLeasesAreReadWhenWhatIsKnownMayBeOfAnotherDatabase() {
        List<Lease> all = loader.load(Known.NOTHING).leases();
        Lease phantom = new Lease(
                "dave",
                "",
                "office",
                "",
                "a1",
                all.get(0).rev(),
                1,
                all.get(0).grantedAt(),
                all.get(0).expiresAt());

        assertThat(loader.load(knowing(false, phantom)).leases()).isEqualTo(all);
    }

    private static Known knowing(boolean sure, Lease... leases) {
        return new Known(0, sure, Map.of(), Map.of(), Map.of(), Map.of(), List.of(leases));
    }

    private static Known knowing(Instant heartbeat) {
        return new Known(0, true, Map.of("a1", 1L), Map.of("a1", heartbeat), Map.of(), Map.of(), List.of());
    }

    @Test
    void whatIsAskedForIsFoundOrSaidToBeAbsent() {
        assertThat(loader.agents(Set.of("a1", "a2")).present())
                .extracting(Agent::id)
                .containsExactly("a1");
        assertThat(loader.agents(Set.of("a1", "a2")).absent()).containsExactly("a2");
        assertThat(loader.heartbeats(Set.of("a1", "a2")).absent()).containsExactly("a2");
        assertThat(loader.farms(Set.of("office", "x")).absent()).containsExactly("x");
        assertThat(loader.resources(Set.of("desk", "x")).absent()).containsExactly("x");
    }

    /** A writer adds a farm and an agent in one transaction again and again; no snapshot sees one without the other. */
    @Test
    void aSnapshotIsOfOneMoment() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService writer = Executors.newSingleThreadExecutor();
        try {
            Future<?> writing = writer.submit(() -> {
                for (int i = 0; i < 50; i++) {
                    String id = "pair-" + i;
                    database.jdbi().useTransaction(handle -> {
                        insertAgent(handle, id);
                        handle.execute("INSERT INTO farm (farm_id, name) VALUES (?, ?)", id, id);
                    });
                }
                done.set(true);
            });
            while (!done.get() && !writing.isDone()) {
                FleetSnapshot snapshot = loader.load(Known.NOTHING);
                assertThat(snapshot.agents()).hasSameSizeAs(snapshot.farms());
            }
            writing.get();
        } finally {
            writer.shutdownNow();
        }
        assertThat(loader.load(Known.NOTHING).farms()).hasSize(51);
    }

    private static void insertAgent(Handle handle, String id) {
        handle.execute(
                "INSERT INTO agent (agent_id, machine_id, token_hash, hostname) VALUES (?, ?, '', 'rds')", id, id);
    }
}
