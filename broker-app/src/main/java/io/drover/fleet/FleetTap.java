package io.drover.fleet;

import io.drover.policy.PolicyEngine;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hears, in order, all that the engine is told and every decision it makes. Called under the fleet view's lock: it must
 * return at once and never throw. What it is given may be used by any thread at any time.
 */
public interface FleetTap {

    /** From here on; everything is told anew, what was told before is void. */
    void begun(List<Consumer<PolicyEngine>> everything);

    /** Something changed. */
    void told(Consumer<PolicyEngine> change);

    /** A request was decided on what was told so far. */
    void decided(Attempt attempt);
}
