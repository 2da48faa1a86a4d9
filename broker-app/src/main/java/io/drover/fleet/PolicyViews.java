package io.drover.fleet;

import io.drover.catalog.ConnectionName;
import io.drover.catalog.Resource;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.util.HashSet;

/** What the policy is told of farms and resources. */
final class PolicyViews {

    private PolicyViews() {}

    /** @param minHealthScore the setting, for farms without a limit of their own */
    static FarmView of(Farm farm, int minHealthScore) {
        Integer own = farm.minHealthScore();
        return new FarmView(
                farm.id(),
                farm.enabled(),
                farm.agentIds(),
                farm.requiredTags(),
                farm.strategy(),
                farm.jitter(),
                own == null ? minHealthScore : own);
    }

    static ResourceView of(Resource resource) {
        return new ResourceView(
                resource.id(),
                resource.kind(),
                resource.farmId(),
                resource.guacamoleConnectionId(),
                ConnectionName.key(resource.guacamoleConnectionName()),
                resource.guacamoleDataSource(),
                ConnectionName.key(resource.remoteApp().replaceFirst("^\\|+", "")),
                resource.kind().equals("remoteapp") && resource.manageRemoteApp(),
                new HashSet<>(resource.groups()),
                resource.enabled());
    }
}
