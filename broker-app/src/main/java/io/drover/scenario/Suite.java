package io.drover.scenario;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A file of scenarios.
 *
 * @param file the file as the caller named it
 * @param name what it is about
 * @param clock the time at the start of each scenario
 * @param scenarios at least one, in the order of the file
 * @param invariants what holds after every decision
 */
public record Suite(Path file, String name, Instant clock, List<Scenario> scenarios, List<Invariant> invariants) {

    public Suite {
        scenarios = List.copyOf(scenarios);
        invariants = List.copyOf(invariants);
    }
}
