package io.drover.policy;

import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;

/**
 * Hears of every verdict as it changes, and of every farm and resource that requests are decided by, in order, under
 * the fleet view's lock.
 */
public interface VerdictListener {

    /** Hears nothing. */
    VerdictListener NONE = new VerdictListener() {
        @Override
        public void judged(long fleetVersion, Verdict verdict) {}

        @Override
        public void forgotten(long fleetVersion, String agentId) {}
    };

    /** The engine starts from nothing: no verdict told before holds, and every host is judged anew. */
    default void restarted() {}

    /** A host is judged anew; several hosts may change with one version. */
    void judged(long fleetVersion, Verdict verdict);

    /** A host is gone. */
    void forgotten(long fleetVersion, String agentId);

    /** A farm is new or changed, or must be told anew. */
    default void told(long fleetVersion, FarmView farm) {}

    /** A published resource is new or changed, or must be told anew. */
    default void told(long fleetVersion, ResourceView resource) {}

    /** A farm is gone. */
    default void farmForgotten(long fleetVersion, String farmId) {}

    /** A published resource is gone. */
    default void resourceForgotten(long fleetVersion, String resourceId) {}

    /** A request was decided on the verdicts told so far. The decision carries the mark. */
    default FleetMark decided(long fleetVersion) {
        return FleetMark.NONE;
    }
}
