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

    /** A host is judged anew; several hosts may change with one version. */
    void judged(long fleetVersion, Verdict verdict);

    /** A host is gone. */
    void forgotten(long fleetVersion, String agentId);
}
