package io.drover.fleet;

/** Knows what agents are to have. Asks no database; safe for use by many threads. */
@FunctionalInterface
public interface DesiredStates {

    /** What the agent of a report that was accepted is to have. */
    DesiredState of(HeartbeatReport report);
}
