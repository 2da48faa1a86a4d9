package io.drover.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One moment of a scenario. What is in it happens in the order of the components.
 *
 * @param position where the file says so
 * @param at time since the start
 * @param given how the fleet changes
 * @param silent agents that stop reporting from now on
 * @param heartbeats heartbeats that arrive
 * @param controls what operators do
 * @param reports what gateways report
 * @param when what is asked; null when nothing is
 * @param then what is expected of it
 */
public record Step(
        Position position,
        Duration at,
        Given given,
        Set<String> silent,
        List<Heard> heartbeats,
        List<Control> controls,
        List<Report> reports,
        @Nullable When when,
        List<Expectation> then) {

    public Step {
        silent = Set.copyOf(silent);
        heartbeats = List.copyOf(heartbeats);
        controls = List.copyOf(controls);
        reports = List.copyOf(reports);
        then = List.copyOf(then);
    }
}
