package io.drover.lease;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the database said to a {@link LeaseRequest}. */
public sealed interface LeaseOutcome {

    /** The lease that was written, be it provisional; null when none was. */
    default @Nullable Lease written() {
        return null;
    }

    /**
     * Written and durable. When the request {@linkplain LeaseRequest#claims() claims}, the leases that it
     * {@linkplain LeaseRequest#takesOver takes over} are gone.
     */
    record Granted(Lease lease) implements LeaseOutcome {
        @Override
        public Lease written() {
            return lease;
        }
    }

    /** Nothing had to be written, and everything the decision relied on still holds. */
    record Confirmed() implements LeaseOutcome {}

    /**
     * An operator changed something that the decision relied on: load it anew and decide again.
     *
     * @param stale what changed, each with the version that it has now; 0 when it is gone
     */
    record ControlChanged(List<LeaseRequest.Check> stale) implements LeaseOutcome {
        public ControlChanged {
            stale = List.copyOf(stale);
        }
    }

    /**
     * The person's leases are not those that the decision knew: decide again on these.
     *
     * @param current all that hold now, in every domain and farm, by the database's clock. The next decision knows
     *     these and no others.
     */
    record LeaseChanged(List<Lease> current) implements LeaseOutcome {
        public LeaseChanged {
            current = List.copyOf(current);
        }
    }

    /**
     * The database is away, and the decision holds without it for the time being. Only a store that may do so answers
     * this.
     *
     * @param lease what this instance alone knows
     */
    record Provisional(Lease lease) implements LeaseOutcome {
        @Override
        public Lease written() {
            return lease;
        }
    }
}
