package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.List;
import java.util.Set;

/**
 * Is told what changed in the database, by this broker instance or another. What it is told may come twice, late, or
 * out of order: the database has the truth. A call may throw when the database cannot be asked; it is followed by
 * {@link #reload} then. Calls come from several threads.
 */
public interface FleetListener {

    /** Agents were added, changed or deleted. */
    void agentsChanged(Set<String> ids);

    /** Another instance wrote heartbeats of these agents. */
    void heartbeatsChanged(Set<String> agentIds);

    /** Farms were added, changed or deleted. */
    void farmsChanged(Set<String> ids);

    /** Resources were added, changed or deleted. */
    void resourcesChanged(Set<String> ids);

    /** Leases were granted, moved or refreshed. */
    void leasesWritten(List<Lease> leases);

    /** Leases ended before their time; each with the rev at which it ended. */
    void leasesReleased(List<Lease> leases);

    /** Something may have been missed: everything is to be read anew. */
    void reload();
}
