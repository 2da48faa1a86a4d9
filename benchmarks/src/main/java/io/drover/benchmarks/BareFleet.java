package io.drover.benchmarks;

import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Kind;
import io.drover.lease.LeaseRequest.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Hosts that are rows and nothing else, for measurements of the tables without a broker.
 *
 * @param hosts how many there are
 */
record BareFleet(int hosts) {

    /** Writes the hosts' rows. */
    void enrol(Handle handle) {
        handle.execute("""
                INSERT INTO agent (agent_id, machine_id, token_hash, hostname, control_version)
                SELECT 'host-' || i, 'host-' || i, '', 'host-' || i, 1 FROM generate_series(0, ?) AS i
                """, hosts - 1);
    }

    /** The id of a host, the first one again after the last. */
    String host(long number) {
        return "host-" + number % hosts;
    }

    /**
     * A placement on a host, in the farm {@code office}.
     *
     * @param domain empty for a short name
     * @param known the revs of the leases that the person has
     */
    LeaseRequest placement(String person, String domain, String host, Set<Long> known) {
        return new LeaseRequest(
                person,
                domain,
                "office",
                "",
                host,
                known,
                false,
                Kind.GRANT,
                Duration.ofMinutes(15),
                List.of(new Check(Subject.AGENT, host, 1)));
    }
}
