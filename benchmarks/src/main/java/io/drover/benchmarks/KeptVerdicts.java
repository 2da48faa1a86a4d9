package io.drover.benchmarks;

import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import java.util.HashMap;
import java.util.Map;

/** Every host's verdict as it stands, as the broker keeps them to explain decisions. */
final class KeptVerdicts implements VerdictListener {

    private final Map<String, Verdict> byAgent = new HashMap<>();

    @Override
    public void restarted() {
        byAgent.clear();
    }

    @Override
    public void judged(long fleetVersion, Verdict verdict) {
        byAgent.put(verdict.agent().id(), verdict);
    }

    @Override
    public void forgotten(long fleetVersion, String agentId) {
        byAgent.remove(agentId);
    }

    Map<String, Verdict> byAgent() {
        return byAgent;
    }
}
