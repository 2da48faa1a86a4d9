package io.drover.policy;

import io.drover.policy.fact.Settings;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * The numbers and switches of placement, checked already.
 *
 * @param brokerEnabled false refuses every request
 * @param offlineAfter how old a heartbeat may be; at this age the host is offline
 * @param leaseTtl how long a lease holds after its last use
 * @param minHealthScore 0 to 100
 * @param pending how long a placement counts as under way at most
 * @param slowStart how long a host counts as fresh after it booted, zero for never
 * @param reconnectExisting whether users return to sessions
 * @param reconnectAcrossResources whether a session counts for every resource
 * @param singleSessionPerUser whether one lease per user and farm serves all resources
 * @param defaultFarmId the farm of requests that name none, empty for none
 * @param domains DNS names of domains by NetBIOS name
 * @param timeZone where rules read the hour and the weekday
 * @param tokenPrefix what the names of connection tokens start with
 */
public record PlacementSettings(
        boolean brokerEnabled,
        Duration offlineAfter,
        Duration leaseTtl,
        int minHealthScore,
        Duration pending,
        Duration slowStart,
        boolean reconnectExisting,
        boolean reconnectAcrossResources,
        boolean singleSessionPerUser,
        String defaultFarmId,
        Map<String, List<String>> domains,
        ZoneId timeZone,
        String tokenPrefix) {

    /** How long a failure of a connection counts. */
    public static final Duration FAILURE_COUNTS = Duration.ofSeconds(60);

    public PlacementSettings {
        domains = Map.copyOf(domains);
    }

    /** What rules see of them. */
    public Settings facts() {
        return new Settings(
                defaultFarmId, reconnectExisting, reconnectAcrossResources, singleSessionPerUser, minHealthScore);
    }
}
