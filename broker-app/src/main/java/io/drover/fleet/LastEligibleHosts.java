package io.drover.fleet;

import io.drover.policy.Verdict;
import java.util.List;

/** Tells from the rules' own verdicts which farms would be left without a host. */
public final class LastEligibleHosts implements EligibleHosts {

    private final FleetView view;

    public LastEligibleHosts(FleetView view) {
        this.view = view;
    }

    @Override
    public List<String> farmsThatNeed(String agentId) {
        List<Verdict> verdicts = view.verdicts();
        return verdicts.stream()
                .filter(v -> v.agent().id().equals(agentId))
                .flatMap(v -> v.farmIds().stream().filter(v::takesNewSessions))
                .filter(farm -> !farm.isEmpty())
                .filter(farm ->
                        verdicts.stream().noneMatch(v -> !v.agent().id().equals(agentId) && v.takesNewSessions(farm)))
                .sorted()
                .toList();
    }
}
