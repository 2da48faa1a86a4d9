package io.drover.policy.engine;

import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Passes verdicts on and remembers of which hosts, so that a host that left during a fault can be forgotten. */
final class ToldListener implements VerdictListener {

    private final VerdictListener next;
    private final Set<String> told = new HashSet<>();

    ToldListener(VerdictListener next) {
        this.next = next;
    }

    @Override
    public void judged(long fleetVersion, Verdict verdict) {
        told.add(verdict.agent().id());
        next.judged(fleetVersion, verdict);
    }

    @Override
    public void forgotten(long fleetVersion, String agentId) {
        if (told.remove(agentId)) {
            next.forgotten(fleetVersion, agentId);
        }
    }

    /** Forgets every host but these. */
    void keepOnly(Collection<String> agentIds, long fleetVersion) {
        List<String> gone =
                told.stream().filter(id -> !agentIds.contains(id)).sorted().toList();
        gone.forEach(id -> forgotten(fleetVersion, id));
    }
}
