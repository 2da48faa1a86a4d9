package io.drover.probe;

import io.drover.fleet.ProbeState;

/** Looks at one RDP port, once. Safe for use by many threads. */
@FunctionalInterface
public interface Probe {

    /** What is there, never {@link ProbeState#UNKNOWN}; waits for it. */
    ProbeState at(String host, int port);
}
