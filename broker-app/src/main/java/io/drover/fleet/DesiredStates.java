package io.drover.fleet;

/** Knows what agents are to have. Asks no database; safe for use by many threads. */
@FunctionalInterface
public interface DesiredStates {

    /**
     * What the agent of a report that was taken in is to have.
     *
     * @throws io.drover.lease.StorageUnavailableException when that is not known yet: nothing would mean to take away
     *     what there is
     */
    DesiredState of(HeartbeatReport report);
}
