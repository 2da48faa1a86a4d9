package io.drover.scenario.run;

import io.drover.catalog.Resource;
import io.drover.fleet.Farm;
import io.drover.policy.Strategies;
import io.drover.scenario.FarmOverlay;
import io.drover.scenario.ResourceOverlay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The farms and published resources of one scenario. What a file says of one is laid over what was said of it earlier,
 * and makes its next version; what nobody said is as the service has it for a new one. For one thread.
 */
final class LaidFarms {

    private final Map<String, FarmOverlay> saidOfFarms = new HashMap<>();
    private final Map<String, Farm> farms = new HashMap<>();
    private final Map<String, ResourceOverlay> saidOfResources = new HashMap<>();
    private final Map<String, Resource> resources = new HashMap<>();

    /** The strategy of a farm; of one that is not there, and of the whole fleet, that of a new one. */
    String strategy(String farmId) {
        Farm farm = farms.get(farmId);
        return farm == null ? Strategies.USUAL : farm.strategy();
    }

    /** Of a farm, 1 for its first; 0 when it is not there. */
    long farmVersion(String id) {
        Farm farm = farms.get(id);
        return farm == null ? 0 : farm.controlVersion();
    }

    /** Of a resource, 1 for its first; 0 when it is not there. */
    long resourceVersion(String id) {
        Resource resource = resources.get(id);
        return resource == null ? 0 : resource.controlVersion();
    }

    /** Gives the farm as it is now. */
    Farm lay(String id, FarmOverlay later) {
        FarmOverlay earlier = saidOfFarms.get(id);
        FarmOverlay says = earlier == null ? later : later.over(earlier);
        Farm farm = new Farm(
                id,
                says.name().orElse(id),
                says.description().orElse(""),
                says.enabled().orElse(true),
                says.agentIds().orElse(List.of()),
                says.requiredTags().orElse(Map.of()),
                says.strategy().orElse(Strategies.USUAL),
                says.jitter().orElse(false),
                says.minHealthScore().orNull(),
                says.policy().orNull(),
                farmVersion(id) + 1);
        saidOfFarms.put(id, says);
        farms.put(id, farm);
        return farm;
    }

    /** Gives the resource as it is now. */
    Resource lay(String id, ResourceOverlay later) {
        ResourceOverlay earlier = saidOfResources.get(id);
        ResourceOverlay says = earlier == null ? later : later.over(earlier);
        Resource resource = new Resource(
                id,
                says.name().orElse(id),
                says.kind().orElse("desktop"),
                says.farmId().orElse(""),
                says.guacamoleConnectionId().orElse(""),
                says.guacamoleConnectionName().orElse(""),
                says.guacamoleDataSource().orElse(""),
                says.remoteApp().orElse(""),
                says.remoteAppDir().orElse(""),
                says.remoteAppArgs().orElse(""),
                says.manageRemoteApp().orElse(false),
                says.remoteAppPath().orElse(""),
                says.remoteAppCommandLineSetting().orElse(0),
                says.remoteAppRequiredCommandLine().orElse(""),
                says.groups().orElse(List.of()),
                says.enabled().orElse(true),
                resourceVersion(id) + 1);
        saidOfResources.put(id, says);
        resources.put(id, resource);
        return resource;
    }
}
