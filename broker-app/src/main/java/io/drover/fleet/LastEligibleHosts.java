package io.drover.fleet;

import io.drover.policy.PolicyFailedException;
import io.drover.policy.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells from the rules' own verdicts which hosts serve which farms. While the rules fail they place nobody: then no
 * host is the last one, and operators can take away the one on which a rule fails.
 */
public final class LastEligibleHosts implements EligibleHosts {

    private static final Logger log = LoggerFactory.getLogger(LastEligibleHosts.class);

    private final FleetView view;

    public LastEligibleHosts(FleetView view) {
        this.view = view;
    }

    @Override
    public Map<String, Set<String>> besides(String agentId) {
        List<Verdict> verdicts = verdicts();
        return verdicts.stream()
                .filter(v -> v.agent().id().equals(agentId))
                .flatMap(v -> v.farmIds().stream().filter(v::takesNewSessions))
                .filter(farm -> !farm.isEmpty())
                .distinct()
                .collect(Collectors.toUnmodifiableMap(Function.identity(), farm -> others(agentId, farm, verdicts)));
    }

    private List<Verdict> verdicts() {
        try {
            return view.verdicts();
        } catch (PolicyFailedException e) {
            log.warn("No host is guarded as the last one of its farm, since the rules fail: {}", e.getMessage());
            return List.of();
        }
    }

    private static Set<String> others(String agentId, String farm, List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(v -> !v.agent().id().equals(agentId) && v.takesNewSessions(farm))
                .map(v -> v.agent().id())
                .collect(Collectors.toUnmodifiableSet());
    }
}
