package io.drover.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Farms that may not be left without a host, and who else serves them: pairs, and each farm once with nobody.
 *
 * @param guardedFarms ids of farms
 * @param otherHosts ids of hosts, of the same length; null with each farm once
 */
public record FarmGuard(List<String> guardedFarms, List<@Nullable String> otherHosts) {

    /** Guards nothing. */
    public static final FarmGuard NONE = of(Map.of());

    static FarmGuard of(Map<String, Set<String>> othersByFarm) {
        List<String> farms = new ArrayList<>();
        List<@Nullable String> others = new ArrayList<>();
        othersByFarm.forEach((farm, hosts) -> {
            farms.add(farm);
            others.add(null);
            hosts.forEach(host -> {
                farms.add(farm);
                others.add(host);
            });
        });
        return new FarmGuard(farms, others);
    }
}
