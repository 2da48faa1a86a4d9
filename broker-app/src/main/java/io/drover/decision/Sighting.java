package io.drover.decision;

import io.drover.policy.FleetMark;

/**
 * The fleet that one decision saw.
 *
 * @param epoch the epoch
 * @param version the version of the fleet
 */
record Sighting(Epoch epoch, long version) implements FleetMark {}
