package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.fleet.LeaseReload.Slice;
import io.drover.lease.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LeaseReloadTest {

    private static final Instant AT = Instant.parse("2026-03-02T09:00:00Z");

    private static Lease lease(String person, long rev) {
        return new Lease(person, "", "office", "", "a1", rev, 1, AT, AT.plusSeconds(900));
    }

    private static List<Slice> slices(List<Lease> known, List<Lease> current, boolean keepProvisional) {
        List<Lease> unknown =
                current.stream().filter(lease -> !known.contains(lease)).toList();
        FleetSnapshot snapshot = new FleetSnapshot(
                List.of(), List.of(), List.of(), List.of(), LeaseRevs.of(current), unknown, List.of());
        return LeaseReload.of(knowing(true, known), snapshot, keepProvisional);
    }

    private static Known knowing(boolean sure, List<Lease> leases) {
        return new Known(0, sure, Map.of(), Map.of(), Map.of(), Map.of(), leases);
    }

    private static List<Lease> ended(List<Slice> slices) {
        return slices.stream().flatMap(slice -> slice.ended().stream()).toList();
    }

    private static List<Lease> written(List<Slice> slices) {
        return slices.stream().flatMap(slice -> slice.written().stream()).toList();
    }

    @Test
    void whatIsTheSameIsLeftAlone() {
        List<Lease> same = List.of(lease("alice", 1), lease("bob", 2));
        assertThat(slices(same, same, true)).isEmpty();
    }

    @Test
    void whatIsGoneEndsAndWhatIsUnknownIsWritten() {
        List<Slice> slices = slices(List.of(lease("alice", 1), lease("bob", 2)), List.of(lease("bob", 3)), true);
        assertThat(ended(slices)).containsExactly(lease("alice", 1), lease("bob", 2));
        assertThat(written(slices)).containsExactly(lease("bob", 3));
    }

    @Test
    void whatIsProvisionalStaysUnlessNothingIsTrusted() {
        List<Lease> known = List.of(lease("alice", Lease.PROVISIONAL));
        List<Lease> current = List.of(lease("bob", 8));
        assertThat(ended(slices(known, current, true))).isEmpty();
        assertThat(ended(slices(known, current, false))).isEqualTo(known);
    }

    @Test
    void ofAnotherDatabaseTheSameNumberMayBeAnotherLease() {
        List<Lease> known = List.of(lease("alice", 1), lease("bob", 2));
        List<Lease> current = List.of(lease("carol", 1), lease("bob", 2));
        FleetSnapshot snapshot = new FleetSnapshot(List.of(), List.of(), List.of(), List.of(), current, List.of());

        List<Slice> slices = LeaseReload.of(knowing(false, known), snapshot, true);

        assertThat(ended(slices)).containsExactly(lease("alice", 1));
        assertThat(written(slices)).containsExactly(lease("carol", 1));
    }

    @Test
    void manyComeInSlices() {
        List<Lease> many = LongStream.range(0, 1_200)
                .mapToObj(rev -> lease("user-" + rev, rev))
                .toList();
        List<Slice> slices = slices(List.of(), many, true);
        assertThat(slices).hasSize(3).allMatch(slice -> slice.written().size() <= 500);
        assertThat(written(slices)).containsExactlyInAnyOrderElementsOf(many);
    }
}
