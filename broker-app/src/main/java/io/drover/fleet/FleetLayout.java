package io.drover.fleet;

import io.drover.catalog.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Farms, and the RemoteApps that their hosts are to publish. Immutable. */
public final class FleetLayout {

    private final Map<String, Farm> farms;
    private final Map<String, List<DesiredRemoteApp>> apps;

    FleetLayout(Collection<Farm> farms, Collection<Resource> resources) {
        this.farms = farms.stream()
                .sorted(Comparator.comparing(Farm::id))
                .collect(Collectors.toMap(Farm::id, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        apps = resources.stream()
                .filter(DesiredRemoteApp::isWanted)
                .sorted(Comparator.comparing(Resource::id))
                .collect(Collectors.groupingBy(
                        Resource::farmId, Collectors.mapping(DesiredRemoteApp::of, Collectors.toUnmodifiableList())));
    }

    /**
     * The farms of an agent, the nearest first: those that it lists, in its order, then those that list it or whose
     * required tags it carries, by their id. Disabled farms are among them.
     */
    public List<Farm> farmsOf(Agent agent) {
        List<Farm> of = new ArrayList<>();
        for (String id : agent.farmIds()) {
            Farm farm = farms.get(id);
            if (farm != null) {
                of.add(farm);
            }
        }
        for (Farm farm : farms.values()) {
            if (!agent.farmIds().contains(farm.id()) && takes(farm, agent)) {
                of.add(farm);
            }
        }
        return of;
    }

    private static boolean takes(Farm farm, Agent agent) {
        boolean tagged = !farm.requiredTags().isEmpty()
                && agent.tags().entrySet().containsAll(farm.requiredTags().entrySet());
        return tagged || farm.agentIds().contains(agent.id());
    }

    /** The RemoteApps of resources that name this farm, by the resource's id; none is the empty one. */
    public List<DesiredRemoteApp> appsOf(String farmId) {
        return apps.getOrDefault(farmId, List.of());
    }
}
