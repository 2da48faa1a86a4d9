package io.drover.fleet;

import io.drover.lease.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a view knew before the database was read: only what is of these and was not read has gone. What came to be known
 * while the database was read says nothing about that, in either way.
 *
 * @param trust how often the view was distrusted until then
 * @param sure false when what is known may be wrong or may be of another database: then all leases are to be read
 * @param agents ids
 * @param heartbeats by the agents' ids, when the last one was received
 * @param farms ids
 * @param resources ids
 */
public record Known(
        long trust,
        boolean sure,
        Set<String> agents,
        Map<String, Instant> heartbeats,
        Set<String> farms,
        Set<String> resources,
        List<Lease> leases) {

    /** Nothing. */
    public static final Known NOTHING = new Known(0, false, Set.of(), Map.of(), Set.of(), Set.of(), List.of());

    public Known {
        agents = Set.copyOf(agents);
        heartbeats = Map.copyOf(heartbeats);
        farms = Set.copyOf(farms);
        resources = Set.copyOf(resources);
        leases = List.copyOf(leases);
    }
}
