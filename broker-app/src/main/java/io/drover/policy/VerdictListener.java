package io.drover.policy;

/** Hears of every verdict as it changes, in order, under the fleet view's lock. */
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

    /** A request was decided on the verdicts told so far. The decision carries the mark. */
    default FleetMark decided(long fleetVersion) {
        return FleetMark.NONE;
    }
}
