package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is to be done so that the known leases become those that the database has, in slices: there may be hundreds of
 * thousands, nearly all of which are the same, and decisions go on between two slices.
 */
final class LeaseReload {

    /** Some of it. */
    record Slice(List<Lease> ended, List<Lease> written) {}

    private static final int SLICE = 500;

    private LeaseReload() {}

    /**
     * The slices, one to be taken after the other; what ended comes before what was written.
     *
     * @param before what the view knew before the database was read
     * @param snapshot what was read then
     * @param keepProvisional whether provisional ones, which the database does not have, stay
     */
    static List<Slice> of(Known before, FleetSnapshot snapshot, boolean keepProvisional) {
        Set<Lease> written = new LinkedHashSet<>(snapshot.leases());
        List<Lease> ended = new ArrayList<>();
        for (Lease lease : before.leases()) {
            boolean there = before.sure() ? snapshot.leaseRevs().contains(lease.rev()) : written.remove(lease);
            boolean stays = keepProvisional && lease.isProvisional();
            if (!there && !stays) {
                ended.add(lease);
            }
        }
        List<Slice> slices = new ArrayList<>();
        cut(ended).forEach(slice -> slices.add(new Slice(slice, List.of())));
        cut(List.copyOf(written)).forEach(slice -> slices.add(new Slice(List.of(), slice)));
        return slices;
    }

    private static List<List<Lease>> cut(List<Lease> leases) {
        List<List<Lease>> slices = new ArrayList<>();
        for (int from = 0; from < leases.size(); from += SLICE) {
            slices.add(leases.subList(from, Math.min(leases.size(), from + SLICE)));
        }
        return slices;
    }
}
