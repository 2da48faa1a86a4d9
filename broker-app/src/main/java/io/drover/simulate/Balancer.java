package io.drover.simulate;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Sends users to hosts, knowing of them what they report and what it did itself. For one thread. */
interface Balancer extends AutoCloseable {

    /** A heartbeat comes in. */
    void heard(HostReport report);

    /**
     * Finds a host.
     *
     * @param user who asks
     * @param failed hosts to which this user could not connect just now
     * @return the host's id; empty when there is none
     */
    Optional<String> place(String user, Set<String> failed, Instant now);

    /** A gateway could not connect the user to the host that it was told. */
    void failed(String user, Instant now);

    @Override
    void close();
}
