package io.drover.fleet;

import io.drover.policy.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells from the rules' own verdicts which hosts serve which farms. */
public final class LastEligibleHosts implements EligibleHosts {

    private final FleetView view;

    public LastEligibleHosts(FleetView view) {
        this.view = view;
    }

    @Override
    public Map<String, Set<String>> besides(String agentId) {
        List<Verdict> verdicts = view.verdicts();
        return verdicts.stream()
                .filter(v -> v.agent().id().equals(agentId))
                .flatMap(v -> v.farmIds().stream().filter(v::takesNewSessions))
                .filter(farm -> !farm.isEmpty())
                .distinct()
                .collect(Collectors.toUnmodifiableMap(Function.identity(), farm -> others(agentId, farm, verdicts)));
    }

    private static Set<String> others(String agentId, String farm, List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(v -> !v.agent().id().equals(agentId) && v.takesNewSessions(farm))
                .map(v -> v.agent().id())
                .collect(Collectors.toUnmodifiableSet());
    }
}
