package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.List;
import java.util.Set;

/**
 * What a view knew before the database was read: only what is of these and was not read has gone. What came to be known
 * while the database was read says nothing about that, in either way.
 *
 * @param trust how often the view was distrusted until then
 * @param agents ids
 * @param farms ids
 * @param resources ids
 */
public record Known(long trust, Set<String> agents, Set<String> farms, Set<String> resources, List<Lease> leases) {

    public Known {
        agents = Set.copyOf(agents);
        farms = Set.copyOf(farms);
        resources = Set.copyOf(resources);
        leases = List.copyOf(leases);
    }
}
