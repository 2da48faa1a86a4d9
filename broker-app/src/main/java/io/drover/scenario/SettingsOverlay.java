package io.drover.scenario;

import io.drover.policy.PlacementSettings;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * The settings that a suite or scenario states; the broker's defaults hold for the others. No field is ever unknown.
 *
 * @param offlineAfterSeconds a host is offline once its last heartbeat is that old
 * @param leaseSeconds how long a lease holds
 * @param minHealthScore the lowest health, 0 to 100, that new sessions may go to
 * @param pendingSeconds how long a placement counts as under way
 * @param slowStartSeconds how long a host counts as fresh after it booted
 * @param reconnectExisting whether users return to their sessions
 * @param reconnectAcrossResources whether they do so from another resource
 * @param singleSessionPerUser whether one lease serves all resources of a farm
 * @param defaultFarmId the farm when neither resource nor request names one, empty for none
 * @param domains from NetBIOS name to DNS names of the same domain
 * @param timeZone where rules read the hour and the weekday
 * @param tokenPrefix what the names of tokens start with
 */
public record SettingsOverlay(
        Field<Integer> offlineAfterSeconds,
        Field<Integer> leaseSeconds,
        Field<Integer> minHealthScore,
        Field<Integer> pendingSeconds,
        Field<Integer> slowStartSeconds,
        Field<Boolean> reconnectExisting,
        Field<Boolean> reconnectAcrossResources,
        Field<Boolean> singleSessionPerUser,
        Field<String> defaultFarmId,
        Field<Map<String, List<String>>> domains,
        Field<ZoneId> timeZone,
        Field<String> tokenPrefix) {

    /** Says nothing. */
    public static SettingsOverlay none() {
        return new SettingsOverlay(
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent(),
                Field.absent());
    }

    /** These settings laid over earlier ones. */
    public SettingsOverlay over(SettingsOverlay earlier) {
        return new SettingsOverlay(
                offlineAfterSeconds.over(earlier.offlineAfterSeconds),
                leaseSeconds.over(earlier.leaseSeconds),
                minHealthScore.over(earlier.minHealthScore),
                pendingSeconds.over(earlier.pendingSeconds),
                slowStartSeconds.over(earlier.slowStartSeconds),
                reconnectExisting.over(earlier.reconnectExisting),
                reconnectAcrossResources.over(earlier.reconnectAcrossResources),
                singleSessionPerUser.over(earlier.singleSessionPerUser),
                defaultFarmId.over(earlier.defaultFarmId),
                domains.over(earlier.domains),
                timeZone.over(earlier.timeZone),
                tokenPrefix.over(earlier.tokenPrefix));
    }

    /** The settings of a broker that is told no others than these. */
    public PlacementSettings complete() {
        return new PlacementSettings(
                true,
                Duration.ofSeconds(offlineAfterSeconds().orElse(30)),
                Duration.ofSeconds(leaseSeconds().orElse(900)),
                minHealthScore().orElse(60),
                Duration.ofSeconds(pendingSeconds().orElse(60)),
                Duration.ofSeconds(slowStartSeconds().orElse(0)),
                reconnectExisting().orElse(true),
                reconnectAcrossResources().orElse(true),
                singleSessionPerUser().orElse(true),
                defaultFarmId().orElse(""),
                domains().orElse(Map.of()),
                timeZone().orElse(ZoneOffset.UTC),
                tokenPrefix().orElse("SESSIONGUARD"));
    }
}
