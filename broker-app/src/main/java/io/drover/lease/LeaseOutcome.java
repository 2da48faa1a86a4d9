package io.drover.lease;

import java.util.List;

/** What the database said to a {@link LeaseRequest}. */
public sealed interface LeaseOutcome {

    /** Written and durable. */
    record Granted(Lease lease) implements LeaseOutcome {}

    /** Nothing had to be written, and everything the decision relied on still holds. */
    record Confirmed() implements LeaseOutcome {}

    /** An operator changed something that the decision relied on: load it anew and decide again. */
    record ControlChanged(List<LeaseRequest.Check> stale) implements LeaseOutcome {
        public ControlChanged {
            stale = List.copyOf(stale);
        }
    }

    /** The person has leases that the decision did not know: all current ones, decide again on them. */
    record LeaseChanged(List<Lease> current) implements LeaseOutcome {
        public LeaseChanged {
            current = List.copyOf(current);
        }
    }
}
