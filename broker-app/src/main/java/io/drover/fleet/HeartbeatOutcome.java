package io.drover.fleet;

import io.drover.control.Violation;
import java.util.List;

/** What became of a heartbeat that came in. */
public sealed interface HeartbeatOutcome {

    /**
     * It is the agent's state now.
     *
     * @param barred whether the host went into maintenance by it, because it would have sent users elsewhere
     */
    record Accepted(HeartbeatReport report, boolean barred) implements HeartbeatOutcome {}

    /** It is older than what is known, and was left aside; what it says of commands is true all the same. */
    record Older(HeartbeatReport report) implements HeartbeatOutcome {}

    /** Two machines report under this id; it was left aside. */
    record Conflict() implements HeartbeatOutcome {}

    /** There is no such agent. */
    record UnknownAgent() implements HeartbeatOutcome {}

    /** Its shape is wrong. */
    record Invalid(List<Violation> violations) implements HeartbeatOutcome {
        public Invalid {
            violations = List.copyOf(violations);
        }
    }
}
