package io.drover.fleet;

import io.drover.lease.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a view knew before the database was read: only what is of these and was not read has gone, and only of these the
 * database has lost a version when an older one was read. What came to be known while the database was read says
 * nothing about that, in either way.
 *
 * @param trust how often the view was distrusted until then
 * @param sure false when what is known may be wrong or may be of another database: then all leases are to be read
 * @param agents the control versions, by the agents' ids
 * @param heartbeats by the agents' ids, when the last one was received
 * @param farms likewise
 * @param resources likewise
 */
public record Known(
        long trust,
        boolean sure,
        Map<String, Long> agents,
        Map<String, Instant> heartbeats,
        Map<String, Long> farms,
        Map<String, Long> resources,
        List<Lease> leases) {

    /** Nothing. */
    public static final Known NOTHING = new Known(0, false, Map.of(), Map.of(), Map.of(), Map.of(), List.of());

    public Known {
        agents = Map.copyOf(agents);
        heartbeats = Map.copyOf(heartbeats);
        farms = Map.copyOf(farms);
        resources = Map.copyOf(resources);
        leases = List.copyOf(leases);
    }

    /**
     * Whether the version that is known yields to one that was read: to an older one too when it was known before,
     * since a standby that was promoted may lack the last changes.
     *
     * @param before the version that was known before the database was read; null when none was
     */
    static boolean yields(@Nullable Long before, long known, long read) {
        return known <= read || (before != null && before == known);
    }
}
