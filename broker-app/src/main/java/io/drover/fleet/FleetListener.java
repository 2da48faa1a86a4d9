package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.List;
import java.util.Set;

/**
 * Is told what changed in the database, by this broker instance or another; what it does not override it ignores. What
 * it is told may come twice, late, or out of order: the database has the truth. A call may throw when the database
 * cannot be asked; it is followed by {@link #reload} then. Calls come from several threads.
 */
public interface FleetListener {

    /** Agents were added, changed or deleted. */
    default void agentsChanged(Set<String> ids) {}

    /** Another instance wrote heartbeats of these agents. */
    default void heartbeatsChanged(Set<String> agentIds) {}

    /** Farms were added, changed or deleted. */
    default void farmsChanged(Set<String> ids) {}

    /** Resources were added, changed or deleted. */
    default void resourcesChanged(Set<String> ids) {}

    /** Another instance heard what became of these placements' connections. */
    default void connectionsChanged(Set<String> decisionIds) {}

    /** Leases were granted, moved or refreshed. */
    default void leasesWritten(List<Lease> leases) {}

    /** Leases ended before their time; each with the rev at which it ended. */
    default void leasesReleased(List<Lease> leases) {}

    /** Commands for these agents were queued, or ended. */
    default void commandsChanged(Set<String> agentIds) {}

    /** The policy of agents that have no nearer one was set. */
    default void globalPolicyChanged() {}

    /** Something may have been missed: everything is to be read anew. */
    default void reload() {}
}
